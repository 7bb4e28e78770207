# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
import math

import bpy

scene = bpy.context.scene
settings = scene.volant.active_volume.volant.volume

settings.fly, settings.walk = False, True
settings.agent_radius = 0.4 / scene.unit_settings.scale_length
settings.agent_height = 1.8 / scene.unit_settings.scale_length
settings.step_height = 0.4 / scene.unit_settings.scale_length
settings.max_slope = math.radians(45.0)
settings.resolution = "AGENT"

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

scene = bpy.context.scene
settings = scene.volant.active_volume.volant.volume

settings.fly, settings.walk = True, False
settings.agent_radius = 1.5 / scene.unit_settings.scale_length
settings.resolution = "AGENT"

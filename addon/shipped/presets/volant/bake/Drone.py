# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

scene = bpy.context.scene
settings = scene.volant.active_volume.volant.volume
meter = 1.0 / scene.unit_settings.scale_length

settings.agent_radius = 0.3 * meter
settings.resolution = "VOXEL_SIZE"
settings.voxel_size = 0.15 * meter

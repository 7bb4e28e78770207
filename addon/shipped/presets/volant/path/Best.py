# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

settings = bpy.context.scene.volant.active_path.volant.path

settings.method = "BEST"
settings.shape = "taut"

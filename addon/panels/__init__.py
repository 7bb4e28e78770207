# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Volant tab of the 3D viewport's sidebar: one panel a file, in the order an artist meets them."""

import bpy

from . import display, file, path, volume

_classes = (volume.VOLANT_PT_volume, display.VOLANT_PT_display, path.VOLANT_PT_paths, file.VOLANT_PT_file)

register, unregister = bpy.utils.register_classes_factory(_classes)

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One verb a file: gather, call navcore, store, report."""

import bpy

from . import add_volume, bake, export_file

_classes = (add_volume.VOLANT_OT_add_volume, bake.VOLANT_OT_bake, export_file.VOLANT_OT_export_file)


def register() -> None:
    for cls in _classes:
        bpy.utils.register_class(cls)


def unregister() -> None:
    for cls in reversed(_classes):
        bpy.utils.unregister_class(cls)

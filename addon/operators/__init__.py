# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""One subject a file, with the operators about it: each gathers, calls navcore, stores and reports.

`long_work` is what operators share that take long, `preconditions` are why one may refuse, `framing` is how one brings
a place into view.
"""

import bpy

from . import (
    add_link,
    add_volume,
    bake,
    blocking,
    clear_bake,
    compare,
    export_file,
    find_leak,
    fit_volume,
    flight,
    import_file,
    islands,
    long_work,
    markers,
    path_ends,
    why_not,
)

_classes = (
    add_volume.VOLANT_OT_add_volume,
    fit_volume.VOLANT_OT_fit_volume,
    markers.VOLANT_OT_add_marker,
    markers.VOLANT_OT_move_marker,
    add_link.VOLANT_OT_add_link,
    islands.VOLANT_OT_frame_island,
    islands.VOLANT_OT_keep_island,
    islands.VOLANT_OT_keep_largest,
    islands.VOLANT_OT_keep_reachable,
    bake.VOLANT_OT_bake,
    bake.VOLANT_OT_update,
    bake.VOLANT_OT_bake_all,
    long_work.VOLANT_OT_stop,
    clear_bake.VOLANT_OT_clear_bake,
    path_ends.VOLANT_OT_add_path,
    path_ends.VOLANT_OT_remove_path,
    path_ends.VOLANT_OT_choose_path,
    path_ends.VOLANT_OT_add_goal,
    path_ends.VOLANT_OT_remove_goal,
    find_leak.VOLANT_OT_find_leak,
    find_leak.VOLANT_OT_clear_leak,
    compare.VOLANT_OT_compare,
    compare.VOLANT_OT_alternatives,
    compare.VOLANT_OT_choose_way,
    compare.VOLANT_OT_copy_comparison,
    compare.VOLANT_OT_clear_comparison,
    why_not.VOLANT_OT_why_not,
    why_not.VOLANT_OT_clear_why_not,
    flight.VOLANT_OT_path_to_curve,
    flight.VOLANT_OT_fly,
    flight.VOLANT_OT_fly_among,
    blocking.VOLANT_OT_ignore,
    blocking.VOLANT_OT_dynamic,
    export_file.VOLANT_OT_export_anyway,
    export_file.VOLANT_OT_export_file,
    export_file.VOLANT_OT_export_all,
    import_file.VOLANT_OT_import_file,
    import_file.VOLANT_FH_files,
)

_register, _unregister = bpy.utils.register_classes_factory(_classes)


def register() -> None:
    _register()


def unregister() -> None:
    long_work.leave_window()
    _unregister()

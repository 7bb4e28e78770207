# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Baked space and paths, drawn over the viewport, and handles in it.

Arrays and colours know neither bpy nor gpu (`box_arrays`, `path_arrays`, `colors`); `batches` keeps what was made of
them; `spaces`, `plans` and `paths` draw with a `pen`; `drawing` owns the draw handle and knows what is to be seen.
`face_handles` are what an artist drags there.
"""

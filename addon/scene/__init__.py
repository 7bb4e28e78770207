# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is read of Blender and written for others: meshes and their places, the scene's size, units and frame, files.

`sources` and `survey` read meshes, for a bake and for a quick look; `samples` and `shapes` hold what was read.
`bounds`, `frames`, `units` and `precision` read single facts. `exporting` and `files` write.
`shapes` is for a process without Blender as well, so importing this package imports nothing.
"""

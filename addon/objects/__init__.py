# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Volant puts into a scene, as Blender's own objects: volumes, keep markers, paths, flights."""

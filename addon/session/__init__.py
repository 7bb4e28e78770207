# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is remembered between two calls from Blender, and what makes it follow the scene."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is searched: cells and the portals between them, points at portals and corners, and lines of sight."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about free space beyond one path: leaks, narrow places, routes that differ, and islands."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `dev.py` does for a developer, one module a concern. Standard library only."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is measured against whom: `python3 dev.py bench NAME`, or `all`. A module with a `main` is a bench."""

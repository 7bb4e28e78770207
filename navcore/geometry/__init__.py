# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers in space that know nothing of bakes and queries: Morton codes, boxes, and what is near what."""

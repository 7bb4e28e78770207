# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of baked cells; nothing here changes them.

`navigator` : answers questions, and owns the graphs that they share. `shorthands` : the same questions as functions.
`ends` : points in free space. `question` : one start, one goal after the other. `assembly` : from a route to a `path`.
`graph/` : what is searched. `search/` : how. `refine/` : makes routes shorter. `analysis/` : leaks and several routes.
"""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions asked of floors.

`mesh` : a surface as searches walk over it; `blocks` : which parts of it a path can need. `place` : a point on it.
`sight` : straight lines over it. `lookout` : what is seen from a place; `outlook` : the same, kept. `polyanya` : the
shortest path; `funnel` and `centroids` : other ways to search, to compare. `ends` : where walks begin and
end. `draping` : lines laid over floors. `questions` : from a question to a path.
"""

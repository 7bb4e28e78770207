# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Length, closed nodes and milliseconds of the eight algorithms of [Albertini 2022], a column for each world."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from . import charts
from .fresh_process import Measurement
from .octree_unity_published import ALGORITHMS

_ROWS = (("length", "length / shortest"), ("closed", "closed nodes"), ("milliseconds", "milliseconds"))
#: Nodes, whether to many targets, what it is called, and how it is drawn.
_SERIES = (
    ("leaves", 0, "leaves, single", charts.ORANGE, "o", "full"),
    ("leaves", 1, "leaves, multi", charts.RED, "o", "none"),
    ("cells", 0, "cells, single", charts.SKY, "s", "full"),
    ("cells", 1, "cells, multi", charts.BLUE, "s", "none"),
)


def draw(results: dict[tuple[str, str], Measurement], worlds: Sequence[str], folder: Path) -> str:
    """Draw the chart and return it as Markdown."""
    names = [*ALGORITHMS, "Volant's default"]
    with charts.chart(folder, "octree_unity", 3, len(worlds), (2.1 * len(worlds) + 2.0, 8.2)) as axes:
        for column, world in enumerate(worlds):
            runs = {kind: results[world, kind] for kind in ("leaves", "cells") if results[world, kind].finished}
            every = [
                figures["length"] for run in runs.values() for pair in run.counts["found"].values() for figures in pair
            ]
            for row, (key, label) in enumerate(_ROWS):
                axis = axes[row][column]
                for kind, multi, title, colour, marker, fill in _SERIES:
                    if kind in runs:
                        unit = min(every) if key == "length" else 1.0
                        found = runs[kind].counts["found"]
                        values = [found[name][multi][key] / unit for name in names if name in found]
                        places = [len(names) - 1 - place for place, name in enumerate(names) if name in found]
                        axis.plot(values, places, marker, color=colour, fillstyle=fill, markersize=5, label=title)
                if key != "length":
                    charts.logarithmic(axis.xaxis)
                axis.set_xlabel(label)
                axis.set_yticks(range(len(names)), names[::-1] if column == 0 else [""] * len(names))
                if row == 0:
                    axis.set_title(world)
        charts.legend_below(axes[0][0])
    return charts.link("octree_unity", "Length, closed nodes and milliseconds of every algorithm in every world")

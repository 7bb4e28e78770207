# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Seconds and megabytes of every contestant as voxels get finer, a column for each mesh."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from . import charts
from .fresh_process import Measurement


def draw(results: Mapping[tuple[str, int], Mapping[str, Measurement]], titles: Mapping[str, str], folder: Path) -> str:
    """Draw the chart and return it as Markdown; whoever did not finish is left out."""
    names = list(dict.fromkeys(mesh for mesh, _resolution in results))
    with charts.chart(folder, "bake", 2, len(names), (2.4 * len(names) + 0.6, 5.4)) as axes:
        for column, name in enumerate(names):
            for row, (figure, label) in enumerate((("seconds", "seconds"), ("megabytes", "MB above the start"))):
                axis = axes[row][column]
                for (key, title), colour, marker in zip(titles.items(), charts.COLOURS, charts.MARKERS, strict=False):
                    races = {size: race[key] for (mesh, size), race in results.items() if mesh == name}
                    sizes = [size for size, run in races.items() if run.finished]
                    values = [getattr(races[size], figure) for size in sizes]
                    axis.plot(sizes, values, marker + "-", color=colour, label=title)
                charts.logarithmic(axis.yaxis)
                axis.set_xscale("log", base=2)
                axis.set_xticks(list(races), [f"{size}³" for size in races], minor=False)
                axis.set_title(name if row == 0 else "")
                axis.set_ylabel(label if column == 0 else "")
        charts.legend_below(axes[0][0])
    return charts.link("bake", "Seconds and megabytes of each bake, as voxels get finer")

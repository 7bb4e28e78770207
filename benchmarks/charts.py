# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts as SVG, the same bytes for the same figures, readable on light and dark pages and without colour vision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Okabe and Ito's colours, told apart with any colour vision.
BLUE, ORANGE, GREEN, RED, PURPLE, SKY, BLACK = (
    *("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#222222"),
)
GREY = "#999999"
COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY)
MARKERS = ("o", "s", "^", "D", "v", "P")

_STYLE = {
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "axes.facecolor": "white",
    "axes.edgecolor": "#666666",
    "axes.grid": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.labelsize": 9.0,
    "grid.color": "#e4e4e4",
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "font.family": "DejaVu Sans",
    # Letters as outlines: a page's reader may lack the font.
    "svg.fonttype": "path",
    "svg.hashsalt": "volant",
}


@contextmanager
def chart(folder: Path, name: str, rows: int, columns: int, size: tuple[float, float]) -> Iterator[Any]:
    """A grid of axes to draw on, saved as `folder`/charts/`name`.svg afterwards."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
        try:
            yield axes
            (folder / "charts").mkdir(parents=True, exist_ok=True)
            # A date would make every run's file differ.
            figure.savefig(folder / "charts" / f"{name}.svg", metadata={"Date": None, "Creator": None})
        finally:
            pyplot.close(figure)


def legend_below(axis: Any) -> None:
    """What the marks of one axis mean, below the whole chart."""
    handles, labels = axis.get_legend_handles_labels()
    named = dict(zip(labels, handles, strict=True))
    axis.figure.legend(named.values(), named.keys(), loc="outside lower center", ncols=len(named))


def logarithmic(axis: Any) -> None:
    """Make an x or y axis logarithmic, with plain numbers at its ticks."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    (axis.axes.set_xscale if axis.axis_name == "x" else axis.axes.set_yscale)("log")
    low, high = axis.get_view_interval()
    # Where there is room for few powers of ten, steps between them are named, too.
    axis.set_major_locator(LogLocator(subs=(1.0,) if high / low > 60.0 else (1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,g}"))
    axis.set_minor_formatter(NullFormatter())


def link(name: str, caption: str) -> str:
    """A chart as Markdown shows it."""
    return f"![{caption}](charts/{name}.svg)"

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of [Albertini 2022]: milliseconds, length, lines of sight and closed nodes, by algorithm.

Means for one target, on an i7-8650U, in worlds of its own. Left out is what cannot be right: Table 3 (world 2, single)
nearly repeats Table 2 (world 1, multi), and the Dijkstra row of Table 6 (world 3, multi) belongs to some other world.
The source's text calls the trade-off time / length, but its tables hold time x length / 100.
"""

from __future__ import annotations

#: Milliseconds, length, lines of sight, closed nodes.
Row = tuple[float, float, float, float]

ALGORITHMS = (
    *("Dijkstra", "Greedy", "A*", "Dijkstra + smoothing", "Greedy + smoothing", "A* + smoothing"),
    *("Basic Theta*", "Lazy Theta*"),
)

#: Nodes of the worlds.
NODES = {
    "sparse_objects": 21_091,
    "blocking_wall": 8_701,
    "maze": 7_271,
    "concave_mesh": 9_054,
    "concave_convex": 19_797,
}


def _rows(text: str) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for name, line in zip(ALGORITHMS, text.strip().splitlines(), strict=True):
        if line.strip() != "-":
            milliseconds, length, sight, closed = map(float, line.split())
            found[name] = (milliseconds, length, sight, closed)
    return found


SINGLE = {
    "sparse_objects": _rows("""
        36.82 609.86 0 10544.97
        0.35 924.53 0 133.92
        10.15 614.45 0 2495.91
        33.37 524.51 2.44 10544.97
        0.09 565.32 3.49 133.92
        7.10 522.06 2.49 2495.91
        5.68 354.27 2949.23 906.78
        3.76 360.93 124.24 947.79"""),
    "maze": _rows("""
        5.20 4353.08 0 3634.50
        4.70 4670.05 0 2763.21
        5.46 4356.07 0 3487.35
        5.71 3987.99 26.47 3634.50
        4.77 4019.73 26.86 2763.21
        5.66 3977.41 26.47 3487.35
        9.99 3810.55 6914.40 3456.55
        7.96 3811.35 318.73 3456.74"""),
    "concave_mesh": _rows("""
        11.31 470.98 0 4525.71
        0.03 794.33 0 82.02
        3.11 472.72 0 1481.45
        11.15 424.61 1.14 4525.71
        0.04 490.60 1.70 82.02
        3.19 422.06 1.13 1481.45
        4.89 276.84 2650.88 786.85
        2.87 281.70 54.58 832.03"""),
    "concave_convex": _rows("""
        23.54 820.46 0 9898.07
        7.74 1556.07 0 2731.87
        13.26 824.95 0 5688.43
        25.49 721.02 3.29 9898.07
        6.95 951.64 6.57 2731.87
        14.13 718.35 3.38 5688.43
        43.68 556.77 12823.50 4677.16
        26.83 564.05 510.16 4726.19"""),
}
MULTI = {
    "sparse_objects": _rows("""
        11.07 609.86 0 3506.62
        1.00 1293.53 0 223.65
        5.96 649.74 0 1493.33
        10.58 524.52 2.44 3506.62
        0.84 730.53 4.71 223.65
        5.10 538.42 2.64 1493.33
        5.39 394.87 2404.23 738.36
        3.92 399.43 92.44 766.01"""),
    "blocking_wall": _rows("""
        1.88 1695.63 0 905.20
        0.30 2022.87 0 215.03
        0.99 1689.00 0 481.79
        2.05 1523.26 7.35 905.20
        0.38 1685.50 6.85 215.03
        1.04 1515.84 7.35 481.79
        1.17 1331.34 988.08 344.22
        0.84 1330.46 52.40 356.08"""),
    "maze": _rows("""
        -
        1.03 4717.73 0 584.39
        1.18 4355.85 0 735.33
        1.28 3984.52 26.45 758.44
        1.20 4028.42 26.89 584.39
        1.38 3974.36 26.45 735.33
        2.10 3810.08 1460.71 729.88
        1.72 3808.17 67.07 730.00"""),
    "concave_mesh": _rows("""
        2.32 471.51 0 958.64
        0.02 813.88 0 23.79
        0.76 473.80 0 348.21
        2.36 424.61 1.13 958.64
        0.06 495.27 1.73 23.78
        0.81 422.55 1.13 348.21
        1.35 279.35 689.43 208.53
        0.81 272.26 15.86 220.44"""),
    "concave_convex": _rows("""
        8.01 820.47 0 3296.61
        3.97 1908.55 0 1571.16
        6.40 839.96 0 2492.96
        9.04 721.10 3.29 3296.61
        4.04 1113.65 7.83 1571.16
        6.17 725.79 3.42 2492.96
        21.77 570.68 6074.38 2237.30
        13.09 576.02 243.36 2251.08"""),
}
#: World 1, single target: Tables 11 and 12.
GRID = _rows("""
    27.64 751.49 0 10396.82
    0.01 817.70 0 90.12
    12.40 751.49 0 4306.43
    25.60 546.33 1.62 10396.82
    0.02 582.26 2.29 90.12
    9.97 535.68 1.60 4306.43
    2.70 333.11 1860.69 621.09
    1.86 333.78 62.78 658.01""")
OCTREE = _rows("""
    6.03 620.26 0 2693.02
    0.02 848.73 0 70.14
    2.42 622.69 0 816.32
    7.87 516.74 1.76 2693.02
    0.03 554.98 2.30 70.14
    1.90 514.27 1.79 816.32
    2.50 337.90 1066.08 340.21
    0.96 349.33 46.68 351.59""")

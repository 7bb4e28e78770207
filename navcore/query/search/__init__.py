# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From start to goal through a graph: A*, Theta* and Lazy Theta*, floods in all directions, and landmarks."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Journeys: paths through the air and over floors, by links from one to the other."""

# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""British spellings, so that what an artist reads in Blender is spelled as Blender's own words are."""

from __future__ import annotations

import re

_STEMS = (
    *(
        "aluminium",
        "analys(?:e|ed|er|ing)\\b",
        "artefact",
        "behaviour",
        "calibre",
        "catalogue",
        "centr(?:e|ed|es|ing)\\b",
    ),
    *(
        "colour",
        "defence",
        "favour",
        "fibre",
        "fulfil\\b",
        "grey",
        "honour",
        "initialis",
        "judgement",
        "labell",
        "licence",
    ),
    *(
        "litre",
        "maximis",
        "metre",
        "minimis",
        "modell(?:ed|ing)",
        "mould",
        "neighbour",
        "normalis",
        "offence",
        "optimis",
    ),
    *("organis", "practise", "programme\\b", "recognis", "signall", "storey", "theatre", "travell", "tyre", "visualis"),
    *("whilst", "learnt"),
)
# Within a word too: centimetre, recolour.
_BRITISH = re.compile("|".join(f"\\w*{stem}" for stem in _STEMS), re.IGNORECASE)


def british(text: str) -> list[str]:
    """The words of a text that are spelled in the British way."""
    return _BRITISH.findall(text)

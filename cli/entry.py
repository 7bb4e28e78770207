# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From arguments to an exit code: 0 done, 1 the work failed, 2 wrong use."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from .. import navcore
from .answer import Answer, WrongUse
from .parser import make_parser


def main(arguments: Sequence[str] | None = None, program: str = "volant") -> int:
    """Run one command. What it answers goes to stdout, everything else to stderr."""
    try:
        options = make_parser(program).parse_args(arguments)
    except SystemExit as left:
        # argparse leaves by itself: 0 after --help, 2 after wrong use.
        return left.code if isinstance(left.code, int) else 2
    try:
        answer: Answer = options.run(options)
    except WrongUse as error:
        return _fail(program, str(error), options.json, 2)
    except navcore.NavError as error:
        return _fail(program, str(error), options.json, 1)
    except KeyboardInterrupt:
        return _fail(program, "stopped; nothing was changed", options.json, 1)
    try:
        _tell(json.dumps(answer.values) if options.json else answer.text)
    except BrokenPipeError:
        # Whoever reads the answer has seen enough.
        sys.stderr.close()
    return 0 if answer.good else 1


def _tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _fail(program: str, sentence: str, as_json: bool, code: int) -> int:
    sys.stderr.write(f"{program}: {sentence}\n")
    if as_json:
        _tell(json.dumps({"error": sentence}))
    return code

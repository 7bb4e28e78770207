# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""From arguments to an exit code: 0 done, 1 the work failed, 2 wrong use."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout

from .. import navcore
from .answer import Answer, WrongUse, as_json
from .output import complain, fill_closed, tell
from .parser import make_parser


def main(arguments: Sequence[str] | None = None, program: str = "volant") -> int:
    """Run one command. What it answers goes to stdout, everything else to stderr."""
    fill_closed()
    # argparse keeps it to itself when nobody gets its help.
    help_text = io.StringIO()
    try:
        with redirect_stdout(help_text):
            options = make_parser(program).parse_args(_with_numbers(sys.argv[1:] if arguments is None else arguments))
    except SystemExit as left:
        # argparse leaves by itself: 0 after --help, 2 after wrong use.
        code = left.code if isinstance(left.code, int) else 2
        return _end(program, help_text.getvalue().rstrip(), code) if help_text.getvalue() else code
    try:
        answer: Answer = options.run(options)
    except WrongUse as error:
        return _fail(program, str(error), options.json, 2)
    except navcore.NavError as error:
        return _fail(program, str(error), options.json, 1)
    except KeyboardInterrupt:
        return _fail(program, "stopped; nothing was changed", options.json, 1)
    return _end(program, as_json(answer.values) if options.json else answer.text, 0 if answer.good else 1)


def _with_numbers(arguments: Sequence[str]) -> list[str]:
    """Arguments of which argparse takes none like -1e-3 or -inf for an option: those do not begin with a space."""
    return [f" {argument}" if argument[:1] == "-" and _is_number(argument) else argument for argument in arguments]


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _fail(program: str, sentence: str, as_object: bool, code: int) -> int:
    complain(f"{program}: {sentence}")
    return _end(program, as_json({"error": sentence}), code) if as_object else code


def _end(program: str, text: str, code: int) -> int:
    """Write the answer. The exit code is `code`, or 1 if that is 0 and the answer does not arrive."""
    try:
        tell(text)
    except BrokenPipeError:
        # Whoever reads the answer has seen enough.
        return code
    except OSError as error:
        complain(f"{program}: cannot write the answer: {error.strerror}")
        return code or 1
    return code

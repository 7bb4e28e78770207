# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""The baked cells, drawn over the viewport. One object owns the draw handle; batches are cached."""

from .drawing import forget_batches, register, unregister

__all__ = ["forget_batches", "register", "unregister"]

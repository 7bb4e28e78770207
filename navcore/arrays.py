# SPDX-FileCopyrightText: 2026 The Volant team
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names for the array types that pass between modules; shapes and units stand in the docstrings."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Float64s: TypeAlias = NDArray[np.float64]
Int64s: TypeAlias = NDArray[np.int64]
Int32s: TypeAlias = NDArray[np.int32]
UInt8s: TypeAlias = NDArray[np.uint8]
UInt32s: TypeAlias = NDArray[np.uint32]
Bools: TypeAlias = NDArray[np.bool_]
AnyArray: TypeAlias = NDArray[Any]

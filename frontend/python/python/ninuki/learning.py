"""What the network of the engine looks at, and what it says without a search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native

__all__ = ["Features", "features"]


class Features(NamedTuple):
    """What the network looks at, and what it says.

    Attributes:
        codes: uint8 [2, rows, columns]: what a stone of the side to move would make at each point, and what one of the
            other side would; 0 is nothing. The book tells how codes are put together ("The evaluation").
        global_features: uint16 [5]: the numbers of the global features that hold.
        value: the value for the side to move, in hundredths of a point.
        policy: float32 [rows, columns]: how promising each legal placement is, as a logarithm of odds; minus infinity
            where nothing can be placed.
    """

    codes: NDArray[np.uint8]
    global_features: NDArray[np.uint16]
    value: int
    policy: NDArray[np.float32]


def features(board: _native.Board) -> Features:
    """The features of the position on a board.

    >>> import ninuki
    >>> found = ninuki.features(ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10"))
    >>> found.codes.shape, found.policy.shape, found.value < 0
    ((2, 15, 15), (15, 15), True)
    """
    return Features(*_native.features(board))

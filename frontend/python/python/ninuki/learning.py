"""What the network of the engine looks at, and what it says without a search."""

from __future__ import annotations

from typing import NamedTuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _native

__all__ = ["BatchFeatures", "Features", "features"]


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


class BatchFeatures(NamedTuple):
    """The features of the boards of a batch, which are the first axis.

    Attributes:
        codes: uint8 [n, 2, rows, columns], as those of `Features`.
        global_features: uint16 [n, 5].
        value: int32 [n].
        policy: float32 [n, rows, columns].
    """

    codes: NDArray[np.uint8]
    global_features: NDArray[np.uint16]
    value: NDArray[np.int32]
    policy: NDArray[np.float32]


@overload
def features(board: _native.Board) -> Features: ...
@overload
def features(board: _native.BatchBoard) -> BatchFeatures: ...
def features(board: Union[_native.Board, _native.BatchBoard]) -> Union[Features, BatchFeatures]:
    """The features of the position on a board, or of those of a batch.

    >>> import ninuki
    >>> found = ninuki.features(ninuki.Board("freestyle", moves="h8 a1 h9 b1 h10"))
    >>> found.codes.shape, found.policy.shape, found.value < 0
    ((2, 15, 15), (15, 15), True)
    >>> ninuki.features(ninuki.BatchBoard(64, "pente")).policy.shape
    (64, 19, 19)
    """
    if isinstance(board, _native.BatchBoard):
        return BatchFeatures(*_native.batch_features(board))
    return Features(*_native.features(board))

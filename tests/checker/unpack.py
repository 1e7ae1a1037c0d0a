#!/usr/bin/env python3
"""The text of compressed certificates: `python3 unpack.py FILE.ncert >FILE.txt`. It shares nothing with the engine.

The book specifies the form (certificates.md). Points are written as x,y from the top left. Bytes that are no certificate, or go
on after the last step, raise ValueError.
"""

import re
import sys
import zlib

HEAD = b"\x8encert\x01\n"


def points_of(position):
    """The names of all points, row by row; a board whose rows have different lengths is a hexagon."""
    rows = position.split(" ")[0].split("/")
    widths = [sum(int(run) if run.isdigit() else 1 for run in re.findall("[0-9]+|[xo]", row)) for row in rows]
    side = len(rows) // 2
    shift = [max(0, y - side) if len(set(widths)) > 1 else 0 for y in range(len(rows))]
    return [f"{x + shift[y]},{y}" for y, width in enumerate(widths) for x in range(width)]


def integers(data, at):
    """The integers from the byte `at` on: 7 bits a byte, the lowest first."""
    number = shift = 0
    for byte in data[at:]:
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield number
            number = shift = 0
        elif shift > 63:
            raise ValueError("an integer is too large")
    if shift:
        raise ValueError("the data end within an integer")


def steps_of(numbers, count, points):
    """The lines of the steps."""
    stack = []

    def reference(index):
        back = next(numbers)
        step = index - back if back else stack.pop()
        if not 0 <= step < index:
            raise ValueError(f"step {index} refers to no earlier one")
        return step
    for index in range(count):
        size, kind = divmod(next(numbers), 2)
        if not kind:
            yield " ".join([f"{index} win", *(points[next(numbers)] for _ in range(size))])
        else:
            at, replies = points[next(numbers)], [next(numbers) for _ in range(size)]
            if replies != sorted(set(replies)):
                raise ValueError(f"the replies of step {index} are not in ascending order")
            named = [f"{points[reply]}:{reference(index)}" for reply in reversed(replies)]
            yield " ".join([f"{index} play {at}", *reversed(named), f"*:{reference(index)}"])
        stack.append(index)


def unpack(data):
    """The text of a compressed certificate."""
    if not data.startswith(HEAD):
        raise ValueError("this is no compressed certificate of version 1")
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(data[len(HEAD):])
    except zlib.error as error:
        raise ValueError(error) from None
    end = data.find(b"\n\n")
    if not stream.eof or stream.unused_data or end < 0:
        raise ValueError("the data are damaged")
    head = data[:end].decode()
    fields = dict(line.split(" ", 1) for line in head.split("\n"))
    numbers = integers(data, end + 2)
    try:
        steps = list(steps_of(numbers, int(fields["steps"]), points_of(fields["position"])))
    except (IndexError, KeyError, RuntimeError, StopIteration):
        raise ValueError("the data are damaged") from None
    if next(numbers, None) is not None:
        raise ValueError("more data follow the last step")
    return "\n".join(["certificate 1", head, *steps, ""])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            sys.stdout.write(unpack(file.read()))

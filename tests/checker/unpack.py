#!/usr/bin/env python3
"""The text of compressed certificates: `python3 unpack.py FILE.ncert >FILE.txt`. It shares nothing with the engine.

The book specifies the form (certificates.md). Points are written as x,y from the top left. Bytes that are no certificate, or go
on after the last step, raise ValueError.
"""

import re
import sys
import zlib

HEAD = b"\x8encert\x02\n"
NEWEST, SAME, AGAIN, LISTED, BACK = range(5)


def points_of(position):
    """The names of all points, row by row; a board whose rows have different lengths is a hexagon."""
    rows = position.split(" ")[0].split("/")
    widths = [sum(int(run) if run.isdigit() else 1 for run in re.findall("[0-9]+|[xo]", row)) for row in rows]
    side = len(rows) // 2
    shift = [max(0, y - side) if len(set(widths)) > 1 else 0 for y in range(len(rows))]
    return [f"{x + shift[y]},{y}" for y, width in enumerate(widths) for x in range(width)]


class Numbers:
    """Numbers of an arithmetic code."""

    def __init__(self, data):
        self.data, self.at, self.low, self.high = data, 4, 0, 0xFFFFFFFF
        self.code, self.chances = int.from_bytes(data[:4], "big"), {}

    def bit(self, context):
        """The next bit. The bits of its context so far tell how likely it is 1."""
        one, count = self.chances.get(context, (32768, 0))
        middle = self.low + ((self.high - self.low) * one >> 16)
        bit = self.code <= middle
        if bit:
            self.high = middle
            one += (65536 - one) * 2 // (2 * count + 3)
        else:
            self.low = middle + 1
            one -= one * 2 // (2 * count + 3)
        self.chances[context] = min(max(one, 48), 65488), min(count + 1, 60)
        while self.low >> 24 == self.high >> 24:
            self.low, self.high = self.low << 8 & 0xFFFFFFFF, self.high << 8 & 0xFFFFFFFF | 255
            # Beyond the end this raises IndexError.
            self.code, self.at = self.code << 8 & 0xFFFFFFFF | self.data[self.at], self.at + 1
        return bit

    def number(self, width, *context):
        """A number of so many bits, the highest first."""
        node = 1
        for _ in range(width):
            node = 2 * node + self.bit((context, node))
        return node - (1 << width)

    def any(self, context):
        """A number of any size: the length of the next number, then its bits after the first."""
        length, known = self.number(5, context), 1
        for place in reversed(range(length)):
            known = 2 * known + self.bit((context, length, place, known if place + 2 >= length else 0))
        return known - 1


def steps_of(numbers, count, points):
    """The lines of the steps."""
    width = (len(points) - 1).bit_length()
    stack, placed, listed, last = [], [], [[] for _ in points], {}

    def reference(kind, way, before, key):
        newest = numbers.number(3, "way", *kind, way, key in last)
        if newest == NEWEST:
            step = stack.pop()
        elif newest in (SAME, AGAIN):
            step = before if newest == SAME else last[key]
        elif newest == LISTED:
            steps = listed[numbers.number(width, "point", *kind)]
            step = steps.pop(len(steps) - 1 - numbers.any("rank"))
            steps.append(step)
        else:
            step = len(placed) - numbers.any("back")
        if newest > BACK or step is None or not 0 <= step < len(placed):
            raise ValueError(f"step {len(placed)} refers to no earlier one")
        last[key] = step
        return newest, step

    kinds = (0, 0)
    for index in range(count):
        code = numbers.number(width + 2, "kind", *kinds)
        kinds, (size, kind) = (kinds[1], min(code, 15)), divmod(code, 2)
        if not kind:
            wins = [numbers.number(width, "win") for _ in range(size)]
            at = wins[0] if wins else 0
            yield " ".join([f"{index} win", *(points[point] for point in wins)])
        else:
            few = min(size, 6)
            at = numbers.number(width, "placed", few)
            replies, away = [], 0
            for number in range(size):
                away = numbers.number(width, "reply", few, min(number, 6), away)
                replies.append((at + away) % len(points))
            if replies != sorted(set(replies)):
                raise ValueError(f"the replies of step {index} are not in ascending order")
            known = (None if size == 1 else at, *(replies if size <= 7 else []))
            way, step, steps = 0, None, []
            for reply in [*reversed(replies), None]:
                way, step = reference((few, reply is None), way, step, (reply, *known))
                steps.append(f"{'*' if reply is None else points[reply]}:{step}")
            yield " ".join([f"{index} play {points[at]}", *reversed(steps[:-1]), steps[-1]])
        # A list has the last 1024 steps.
        listed[at][:] = [*listed[at][-1023:], index]
        placed.append(at)
        stack.append(index)


def unpack(data):
    """The text of a compressed certificate."""
    if not data.startswith(HEAD):
        raise ValueError("this is no compressed certificate of version 2")
    end = data.find(b"\n\n")
    if end < 0 or zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "little"):
        raise ValueError("the data are damaged")
    head = data[len(HEAD):end].decode()
    fields = dict(line.split(" ", 1) for line in head.split("\n"))
    numbers = Numbers(data[end + 2:-4])
    try:
        steps = list(steps_of(numbers, int(fields["steps"]), points_of(fields["position"])))
    except (IndexError, KeyError):
        raise ValueError("the data are damaged") from None
    if numbers.at != len(numbers.data):
        raise ValueError("more data follow the last step")
    return "\n".join(["certificate 1", head, *steps, ""])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            sys.stdout.write(unpack(file.read()))

#!/usr/bin/env python3
"""A checker of large certificates by relevance zones: `python3 zones.py FILE...`. It shares nothing with the engine.

It reads certificates of freestyle and standard, and of the same games on other boards, and proves the claim

    W(step, A, D, k): the attacker, to move, with the stones A wins by this step against the stones D, and also if the defender has
    up to k further stones anywhere outside of the zone Z,

by induction over the steps. Sets of points are integers with a bit for each point.

A `win` names a point p that completes a line of A. Stones elsewhere do not matter: Z = {p}.

A `play` of p on an empty point holds if no reply wins at once, and the attacker wins after every reply:
  1. A line without a stone of A that lacks n stones of the defender could be filled by the reply and n-1 of the k stones. For n = 1
     the claim is false. For n <= k+1 two of its empty points come into Z: the k stones fill none of them, the reply one at most.
  2. After a reply that the step lists: the claim of its step, with this stone in D and the same k.
  3. After any other reply: the step after `*`. Let Z* be the zone of W(*, A+p, D, k+1). A reply outside of Z* is one more stone that
     does not matter. A reply inside of Z* is put into D, and the claim W(*, A+p, D+reply, k) shown by itself.
Z is p, and the zones and points of 1 to 3. The board is never full before the end: the next point of the attacker lies in Z*.

A claim holds with stones of D taken away too, unless a step lists their point as a reply, or one of them makes a line too long that
would else win: both kinds are put into Z. So W(step, A, D, k) with the zone Z proves W(step, A, E, j) if D and E agree inside of Z, and
E has at most k-j stones that D has not. `Claims.known` uses this; the rest is the induction, word for word.
"""

import re
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]
FIVE = 5
# The number of bits; Python 3.10 has it built in.
size = getattr(int, "bit_count", lambda points: bin(points).count("1"))


class Wrong(Exception):
    """Why a certificate proves nothing."""


class Board:
    """The points and the lines. A point is a bit."""

    def __init__(self, name, width, height):
        if name not in ("freestyle", "standard"):
            raise Wrong(f"this checker does not know the game {name[:20]}")
        if not all(5 <= side <= 22 for side in (width, height)):
            raise Wrong("the game is not played on a board of this size")
        self.width, self.height, self.exact = width, height, name == "standard"
        self.all = (1 << width * height) - 1
        # Lines of five: their points, and the points next to their ends.
        self.lines = []
        for y in range(height):
            for x in range(width):
                for dx, dy in DIRECTIONS:
                    cells = [self.bit(x + dx * step, y + dy * step) for step in range(-1, FIVE + 1)]
                    if all(cells[1:-1]):
                        self.lines.append((sum(cells[1:-1]), cells[0] | cells[-1] if self.exact else 0))
        self.through = {1 << index: [line for line in self.lines if line[0] >> index & 1] for index in range(width * height)}

    def bit(self, x, y):
        """The point, or 0 outside of the board."""
        return 1 << y * self.width + x if 0 <= x < self.width and 0 <= y < self.height else 0

    def point(self, name):
        named, numbers = re.fullmatch("([a-z])([0-9]{1,2})", name.lower()), re.fullmatch("([0-9]{1,2}),([0-9]{1,2})", name)
        point = 0
        if named:
            point = self.bit(LETTERS.index(named[1]), self.height - int(named[2]))
        elif numbers:
            point = self.bit(int(numbers[1]), int(numbers[2]))
        if not point:
            raise Wrong(f"{name[:20]} is no point")
        return point

    def has_five(self, stones):
        return any(points & ~stones == 0 and not ends & stones for points, ends in self.lines)

    def completes(self, stones, point):
        """Whether `point`, one of the stones, is in a line that wins."""
        return any(points & ~stones == 0 and not ends & stones for points, ends in self.through[point])


def bits(points):
    while points:
        least = points & -points
        yield least
        points ^= least


def read(text):
    """The board, the stones of the attacker and the defender, and the steps."""
    lines = iter(text.split("\n"))

    def field(name):
        line = next(lines, "")
        if not line.startswith(name + " "):
            raise Wrong(f'expected "{name} …", not {line[:40]!r}')
        return line[len(name) + 1:]
    if field("certificate") != "1":
        raise Wrong("another version of the format")
    name, sides, length = field("game"), [int(side) for side in field("size").split(" ")], field("length")
    if len(sides) > 2 or length != str(FIVE):
        raise Wrong("the board or the length of lines is not known")
    board = Board(name, sides[0], sides[-1])
    rows, side, *captured = field("position").split(" ")
    rows = rows.split("/")
    if len(rows) != board.height or side not in ("x", "o") or any(count != "0" for count in captured):
        raise Wrong("the position does not fit the board")
    stones = {"x": 0, "o": 0}
    for y, row in enumerate(rows):
        signs = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), 99), row)
        if len(signs) != board.width or set(signs) - set(".xo"):
            raise Wrong("a row of the position does not fit the board")
        for x, sign in enumerate(signs):
            if sign != ".":
                stones[sign] |= board.bit(x, y)
    count, steps = int(field("steps")), []
    for index in range(count):
        number, kind, *rest = next(lines, "").split(" ")
        if number != str(index) or kind not in ("win", "play"):
            raise Wrong(f"step {index} is missing")
        if kind == "win":
            points = [board.point(name) for name in rest]
            if len(set(points)) < len(points):
                raise Wrong(f"step {index} says something twice")
            steps.append((None, points, None))
            continue
        at, replies, otherwise = board.point(rest[0]), {}, None
        for name, _, step in (reply.partition(":") for reply in rest[1:]):
            if not 0 <= int(step) < index:
                raise Wrong(f"step {index} goes on with a later one")
            if name == "*" and otherwise is None:
                otherwise = int(step)
            elif name == "*" or board.point(name) in replies:
                raise Wrong(f"step {index} says something twice")
            else:
                replies[board.point(name)] = int(step)
        if otherwise is None:
            raise Wrong(f"step {index} does not answer every reply")
        steps.append((at, list(replies.items()), otherwise))
    if not steps or any(lines):
        raise Wrong("there are no steps, or more than they say")
    return board, stones[side], stones["o" if side == "x" else "x"], steps, side


class Claims:
    """The induction. Only claims that hold are kept: the first that does not ends the check of what needs it."""

    def __init__(self, board, steps):
        self.board, self.steps, self.proved, self.count = board, steps, {}, 0

    def zone(self, index, ours, theirs, extra):
        """The zone of W(index, ours, theirs, extra). Raises Wrong if it does not hold."""
        at, replies, otherwise = self.steps[index]
        self.count += 1
        if at is None:
            return self.win(index, replies, ours, theirs)
        zone = self.known(index, ours, theirs, extra)
        if zone is None:
            zone = self.play(index, ours, theirs, extra)
            self.proved.setdefault((index, ours), []).append((theirs, extra, zone))
        return zone

    def known(self, index, ours, theirs, extra):
        for stones, more, zone in self.proved.get((index, ours), ()):
            if not (stones ^ theirs) & zone and size(theirs & ~stones) + extra <= more:
                return zone
        return None

    def win(self, index, points, ours, theirs):
        empty = self.board.all & ~(ours | theirs)
        for point in [*points, *bits(empty)]:
            if point & empty and self.board.completes(ours | point, point):
                return point
        raise Wrong(f"step {index}: nothing wins at once")

    def play(self, index, ours, theirs, extra):
        at, replies, otherwise = self.steps[index]
        empty = self.board.all & ~(ours | theirs)
        if not at & empty:
            raise Wrong(f"step {index}: its point is not empty")
        ours |= at
        if self.board.completes(ours, at):
            return at
        # Lines of the defender that lack at most extra + 1 stones.
        close = []
        for points, ends in self.board.lines:
            if not points & ours and size(points & theirs) >= FIVE - extra - 1:
                close.append((points & ~theirs, ends & theirs))
        if any(lacking & lacking - 1 == 0 and not beside for lacking, beside in close):
            raise Wrong(f"step {index}: a reply wins")
        zone = at
        rest = self.zone(otherwise, ours, theirs, extra + 1)
        zone |= rest
        for reply, step in replies:
            rest &= ~reply
            if reply & empty and reply != at:
                zone |= self.zone(step, ours, theirs | reply, extra)
            else:
                # A stone of the defender may be missing where the claim is used: then this would be a reply.
                zone |= reply & theirs
        for reply in bits(rest & empty & ~at):
            zone |= self.zone(otherwise, ours, theirs | reply, extra)
        for lacking, beside in close:
            if beside:
                zone |= beside & -beside
            else:
                for point in bits(lacking & ~zone):
                    if size(lacking & zone) >= 2:
                        break
                    zone |= point
        return zone


def check(text):
    """Checks a certificate: the side that wins, the most plies, the number of claims. Raises Wrong or ValueError."""
    board, ours, theirs, steps, side = read(text)
    if board.has_five(ours) or board.has_five(theirs):
        raise Wrong("the game is over in this position")
    plies = []
    for at, replies, otherwise in steps:
        plies.append(1 if at is None else 2 + max(plies[step] for step in [otherwise, *(step for _, step in replies)]))
    if plies[-1] > 400:
        raise Wrong("the proof is too long for this checker")
    claims = Claims(board, steps)
    claims.zone(len(steps) - 1, ours, theirs, 0)
    return side, plies[-1], claims.count


def main(files):
    status = 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as text:
                side, plies, count = check(text.read())
            print(f"{file}: verified, {'Black' if side == 'x' else 'White'} to move wins within {plies} plies; {count} claims")
        except (Wrong, ValueError, OSError) as error:
            print(f"error: {file}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

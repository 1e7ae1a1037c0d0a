#!/usr/bin/env python3
"""A second checker of certificates: `python3 checker.py FILE...`. It shares nothing with the engine.

It knows the rules and the form of certificates, and plays each proof against every legal reply. It is made to be read in one
sitting, not to be fast. Games: freestyle, standard, renju, caro, pente, keryo, ninuki and ndengrod, with their usual rules; others
are refused. The book specifies the form (certificates.md) and the rules (rules.md).
"""

import re
import sys

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SQUARE, HEXAGON = [(1, 0), (0, 1), (1, 1), (1, -1)], [(1, 0), (0, 1), (1, 1)]
# Whether five must be exact for Black and White, the largest capture, stones that win by captures, and further rules.
GAMES = {
    "freestyle": {}, "standard": {"exact": "xo"}, "renju": {"exact": "x"}, "caro": {},
    "pente": {"take": [2], "enough": 10}, "keryo": {"take": [2, 3], "enough": 15},
    "ninuki": {"exact": "xo", "take": [2], "enough": 10}, "ndengrod": {},
}
SIZES = {"pente": range(13, 22, 2), "keryo": range(13, 22, 2), "ninuki": range(13, 22, 2), "ndengrod": range(3, 10)}


class Wrong(Exception):
    """Why a certificate proves nothing."""


def other(side):
    return "o" if side == "x" else "x"


class Game:
    """The board and the rules of one game. A point is (x, y), counted from the top left; on hexagons (column, row)."""

    def __init__(self, name, width, height, length):
        if name not in GAMES:
            raise Wrong(f"this checker does not know the game {name[:20]}")
        if not all(side in SIZES.get(name, range(5, 23)) for side in (width, height)):
            raise Wrong(f"{name} is not played on a board of this size")
        self.name, self.length, self.hexagon = name, length, name == "ndengrod"
        if name in SIZES and width != height or not 3 <= length <= (2 * width - 1 if self.hexagon else 5):
            raise Wrong("the board or the length of lines does not fit the game")
        if length != 5 and not self.hexagon:
            raise Wrong("this checker knows lines of five only")
        self.exact, self.take, self.enough = (GAMES[name].get(key, usual) for key, usual in
                                              [("exact", ""), ("take", []), ("enough", None)])
        self.lines = HEXAGON if self.hexagon else SQUARE
        self.ways = self.lines + [(-dx, -dy) for dx, dy in self.lines]
        if self.hexagon:
            side = 2 * width - 1
            self.rows = [[(x, y) for x in range(side) if abs(x - y) < width] for y in range(side)]
        else:
            self.rows = [[(x, y) for x in range(width)] for y in range(height)]
        self.points = [point for row in self.rows for point in row]
        self.names = {self.name_of(x, y): (x, y) for x, y in self.points}
        self.names |= {f"{x},{y}": (x, y) for x, y in self.points}

    def name_of(self, x, y):
        if self.hexagon:
            return f"{LETTERS[y]}{x + 1}"
        letters = LETTERS.replace("i", "") if self.take else LETTERS
        return f"{letters[x]}{len(self.rows) - y}"

    def point(self, name):
        try:
            return self.names[name.lower()]
        except KeyError:
            raise Wrong(f"{name[:20]} is no point") from None

    def position(self, text):
        """A position: stones by point, the side to move, the stones that x and o have captured."""
        rows, side, *captured = text.split(" ")
        rows, captured = rows.split("/"), [int(count) for count in captured] or [0, 0]
        if len(rows) != len(self.rows) or side not in ("x", "o") or len(captured) != 2 or min(captured) < 0:
            raise Wrong("the position does not fit the board")
        stones = {}
        for row, points in zip(rows, self.rows):
            signs = re.sub("[0-9]+", lambda run: "." * min(int(run[0]), 99), row)
            if len(signs) != len(points) or set(signs) - set(".xo"):
                raise Wrong("a row of the position does not fit the board")
            stones |= {point: sign for point, sign in zip(points, signs)}
        return stones, side, dict(zip("xo", captured))

    # Lines

    def run(self, stones, point, line):
        """The stones of the colour on `point` that stand in one row with it along `line`, in order."""
        color, run = stones[point], [point]
        for sign in (1, -1):
            x, y = point
            while stones.get((x := x + sign * line[0], y := y + sign * line[1])) == color:
                run.append((x, y))
        return sorted(run)

    def wins(self, stones, run, line):
        """Whether a row of stones is a winning line."""
        color = stones[run[0]]
        if len(run) != self.length:
            return len(run) > self.length and color not in self.exact
        (dx, dy), (first, last) = line, (run[0], run[-1])
        if (last[0] - first[0], last[1] - first[1]) != (dx * (len(run) - 1), dy * (len(run) - 1)):
            dx, dy = -dx, -dy
        ends = [stones.get((first[0] - dx, first[1] - dy)), stones.get((last[0] + dx, last[1] + dy))]
        return self.name != "caro" or ends != [other(color)] * 2

    def five_at(self, stones, point):
        return any(self.wins(stones, self.run(stones, point, line), line) for line in self.lines)

    def fives(self, stones, color):
        """All winning lines of a colour."""
        mine = [point for point, sign in stones.items() if sign == color]
        # A row is taken up at its first stone.
        begins = [(point, line) for point in mine for line in self.lines
                  if stones.get((point[0] - line[0], point[1] - line[1])) != color
                  and stones.get((point[0] + 2 * line[0], point[1] + 2 * line[1])) == color]
        rows = [(self.run(stones, point, line), line) for point, line in begins]
        return {tuple(row) for row, line in rows if self.wins(stones, row, line)}

    def can_make_five(self, stones, color):
        """Whether one more stone of this colour makes a five."""
        return any(sign == "." and self.five_at(stones | {point: color}, point) for point, sign in stones.items())

    # Captures

    def placed(self, stones, point, color):
        """The stones after a placement and its captures, and how many were captured."""
        stones, enemy = stones | {point: color}, other(color)
        taken = set()
        for dx, dy in self.ways if not self.hexagon else []:
            for count in self.take:
                between = [(point[0] + dx * step, point[1] + dy * step) for step in range(1, count + 1)]
                flank = (point[0] + dx * (count + 1), point[1] + dy * (count + 1))
                if stones.get(flank) == color and all(stones.get(stone) == enemy for stone in between):
                    taken.update(between)
        if self.hexagon:
            for neighbour in self.near(point):
                if stones.get(neighbour) == enemy:
                    group = self.group(stones, neighbour)
                    taken |= group if not self.is_free(stones, group) else set()
        stones.update(dict.fromkeys(taken, "."))
        return stones, len(taken)

    def near(self, point):
        return [(point[0] + dx, point[1] + dy) for dx, dy in self.ways]

    def group(self, stones, point):
        """All stones of one colour that are connected with `point`."""
        group, todo = {point}, [point]
        while todo:
            for neighbour in self.near(todo.pop()):
                if neighbour not in group and stones.get(neighbour) == stones[point]:
                    group.add(neighbour)
                    todo.append(neighbour)
        return group

    def is_free(self, stones, group):
        return any(stones.get(neighbour) == "." for stone in group for neighbour in self.near(stone))

    # Forbidden placements

    def legal(self, position):
        """The points where the side to move may place a stone."""
        stones, side, captured = position
        empty = [point for point, sign in stones.items() if sign == "."]
        if self.hexagon:
            def lives(point):
                after = self.placed(stones, point, side)[0]
                return self.is_free(after, self.group(after, point))
            return [point for point in empty if lives(point)]
        if self.name == "renju" and side == "x":
            return [point for point in empty if not self.is_foul(stones, point)]
        if self.name == "ninuki":
            return self.without_double_threes(stones, side, captured, empty)
        return empty

    def is_foul(self, stones, point):
        """Renju: whether Black's stone makes no five but an overline, two fours or two threes."""
        stones = stones | {point: "x"}
        runs = [self.run(stones, point, line) for line in SQUARE]
        if any(len(run) == 5 for run in runs):
            return False
        fours = sum(len(self.fours(stones, point, line)) for line in SQUARE)
        return any(len(run) > 5 for run in runs) or fours > 1 or sum(self.is_three(stones, point, line) for line in SQUARE) > 1

    def along(self, point, line, reach):
        return [(point[0] + line[0] * step, point[1] + line[1] * step) for step in range(-reach, reach + 1)]

    def fours(self, stones, point, line):
        """The sets of four stones with `point` that one more stone makes exactly five."""
        found = set()
        for empty in self.along(point, line, 4):
            if stones.get(empty) == ".":
                run = self.run(stones | {empty: stones[point]}, empty, line)
                if len(run) == 5 and point in run:
                    found.add(frozenset(run) - {empty})
        return found

    def is_three(self, stones, point, line):
        """Renju: whether one more stone, no five and no foul, makes a straight four with `point`."""
        for empty in self.along(point, line, 3):
            if stones.get(empty) == ".":
                after = stones | {empty: "x"}
                run = self.run(after, empty, line)
                if len(run) == 4 and point in run and self.is_straight(after, run, line):
                    if not any(len(self.run(after, empty, way)) == 5 for way in SQUARE) and not self.is_foul(stones, empty):
                        return True
        return False

    def is_straight(self, stones, run, line):
        """Whether each end of a row of four makes exactly five."""
        ends = [end for end in self.along(run[0], line, 5) + self.along(run[-1], line, 5) if stones.get(end) == "."]
        color = stones[run[0]]
        fives = {end for end in ends if set(self.run(stones | {end: color}, end, line)) == {*run, end}}
        return len(fives) == 2

    def without_double_threes(self, stones, side, captured, empty):
        """Ninuki: the placements that make no two threes, or that an exception allows (rule A3)."""
        # Two threes need four more stones on the lines through the point.
        near = [point for point in empty if sum(stones.get(at) == side for line in SQUARE for at in self.along(point, line, 4)) > 3]
        if not any(self.threes(self.placed(stones, point, side)[0], point) > 1 for point in near):
            return empty
        enemy, after = other(side), {point: self.placed(stones, point, side) for point in empty}
        five = {point for point in empty if self.five_at(after[point][0], point)}
        free = {point for point in empty if point in five or self.threes(after[point][0], point) < 2}
        if self.fives(stones, enemy):
            answers = {point for point in empty if not self.fives(after[point][0], enemy)}
            allowed = answers - free if not answers & free else set()
        elif self.can_make_five(stones, enemy):
            stops = {point for point in empty if not self.can_make_five(after[point][0], enemy)}
            wins = {point for point in free if captured[side] + after[point][1] >= self.enough}
            allowed = stops - free if not (stops | five | wins) & free else set()
        else:
            allowed = set()
        return [point for point in empty if point in free or point in allowed]

    def threes(self, stones, point):
        """Ninuki: the lines through `point` that one more stone makes a straight four."""
        color, count = stones[point], 0
        for line in SQUARE:
            signs = [stones.get(at) for at in self.along(point, line, 5)]
            windows = [signs[first - 2:first + 6] for first in range(2, 6)]
            count += any(sorted(window[2:6]) == [".", color, color, color] and window[1] == window[6] == "."
                         and color not in (window[0], window[7]) for window in windows if None not in window[1:7])
        return count

    # The end of a game

    def played(self, position, point):
        """The position after a placement, and how the game has ended: None, "x", "o" or "draw"."""
        stones, side, captured = position
        enemy = other(side)
        standing = self.fives(stones, enemy) if self.name == "ninuki" else set()
        after, taken = self.placed(stones, point, side)
        captured = captured | {side: captured[side] + taken}
        following = (after, enemy, captured)
        mine = self.five_at(after, point)
        got = self.enough is not None and captured[side] >= self.enough
        if self.name == "ninuki":
            theirs = self.fives(after, enemy)
            old, new = theirs & standing, theirs - standing
            if got or old or new:
                return following, enemy if old else side if got and not new else "draw" if got or mine else enemy
            if mine and self.can_break(following):
                mine = False
        if got or mine:
            return following, side
        if "." not in after.values():
            return following, "draw"
        if self.name == "renju" and enemy == "x" and not self.legal(following):
            return following, "o"
        if self.hexagon and not self.legal(following):
            return following, "draw"
        return following, None

    def can_break(self, position):
        """Ninuki: whether the side to move has a reply after which no five of the other side stands."""
        stones, side, _ = position
        replies = (self.placed(stones, point, side)[0] for point, sign in stones.items() if sign == ".")
        return any(not self.fives(after, other(side)) for after in replies)


def read(text):
    """The game, the position and the steps of a certificate."""
    lines = iter(text.split("\n"))

    def field(name):
        line = next(lines, "")
        if not line.startswith(name + " "):
            raise Wrong(f'expected "{name} …", not {line[:40]!r}; flags and own games are not known to this checker')
        return line[len(name) + 1:]
    if field("certificate") != "1":
        raise Wrong("another version of the format")
    name, sides, length = field("game"), [int(side) for side in field("size").split(" ")], int(field("length"))
    if len(sides) > 2:
        raise Wrong("a board has one or two sides")
    game = Game(name, sides[0], sides[-1], length)
    position, count, steps = game.position(field("position")), int(field("steps")), []
    for index in range(count):
        number, kind, *rest = next(lines, "").split(" ")
        if number != str(index) or not rest and kind != "win":
            raise Wrong(f"step {index} is missing")
        pairs = [reply.partition(":")[::2] for reply in (rest if kind == "win" else rest[1:])]
        following = {reply if reply == "*" else game.point(reply): step for reply, step in pairs}
        if len(following) < len(pairs) or kind not in ("win", "play") or (kind == "play") != ("*" in following):
            raise Wrong(f"step {index} is no step, or says something twice")
        if kind == "play":
            following = {reply: int(step) for reply, step in following.items()}
            if not all(0 <= step < index for step in following.values()):
                raise Wrong(f"step {index} goes on with a later one")
        elif any(following.values()):
            raise Wrong(f"step {index} wins, and goes on")
        otherwise = following.pop("*", None)
        steps.append((game.point(rest[0]) if kind == "play" else None, following, otherwise))
    if not steps or any(lines):
        raise Wrong("there are no steps, or more than they say")
    return game, position, steps


def check(text):
    """Checks a certificate: the winner, the most plies, the number of positions played. Raises Wrong or ValueError."""
    game, root, steps = read(text)
    stones, attacker, captured = root
    for side in "xo":
        if game.enough and captured[side] >= game.enough or game.fives(stones, side) and (game.name != "ninuki" or side == attacker):
            raise Wrong("the game is over in this position")
    if not game.legal(root):
        raise Wrong("the side to move has no legal move")
    plies = []
    for _, replies, otherwise in steps:
        plies.append(1 if otherwise is None else 2 + max(plies[step] for step in [*replies.values(), otherwise]))
    # A stack of steps with their positions and, where positions must not recur, those before them.
    todo, shown, count = [(len(steps) - 1, root, None)], set(), 0

    def key(position):
        return tuple(position[0].values()), position[1], tuple(position[2].values())

    def recurs(position, before):
        while before:
            if before[0][:2] == key(position)[:2]:
                return True
            before = before[1]
        return False
    while todo:
        index, position, before = todo.pop()
        at, replies, otherwise = steps[index]
        if before is None:
            if (index, key(position)) in shown:
                continue
            shown.add((index, key(position)))
        if game.hexagon and recurs(position, before) and (otherwise is not None or key(position)[:2] != key(root)[:2]):
            raise Wrong(f"step {index}: a position comes up twice")
        legal = game.legal(position)
        if otherwise is None:
            first = [point for point in replies if point in legal]
            count += 1
            if not any(game.played(position, point)[1] == attacker for point in first + legal):
                raise Wrong(f"step {index}: nothing wins at once")
            continue
        if at not in legal:
            raise Wrong(f"step {index}: its placement is not legal")
        after, outcome = game.played(position, at)
        count += 1
        if outcome not in (None, attacker):
            raise Wrong(f"step {index}: its placement does not win")
        if outcome == attacker:
            continue
        path = None
        if game.hexagon:
            path = (key(position), before)
            if recurs(after, path):
                raise Wrong(f"step {index}: a position comes up twice")
            path = (key(after), path)
        legal = game.legal(after)
        if not legal:
            todo.append((otherwise, (after[0], attacker, after[2]), path))
        for reply in legal:
            following, outcome = game.played(after, reply)
            count += 1
            if outcome not in (None, attacker):
                raise Wrong(f"step {index}: the reply {game.name_of(*reply)} is no win of the attacker")
            if outcome is None:
                todo.append((replies.get(reply, otherwise), following, path))
    return attacker, plies[-1], count


def main(files):
    status = 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as text:
                winner, plies, count = check(text.read())
            print(f"{file}: verified, {'Black' if winner == 'x' else 'White'} to move wins within {plies} plies; {count} positions played")
        except (Wrong, ValueError, OSError) as error:
            print(f"error: {file}: {error}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The checkers in Python play the same rules and believe the same certificates."""

import random
import re
import subprocess
import sys

import ninuki
import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests/checker"))
import checker  # noqa: E402
import unpack  # noqa: E402
import zones  # noqa: E402

POSITIONS = {
    "pente": ["15/15/15/15/15/6o8/5x9/2x1x1oo7/3oxxx8/4o1xx7/4ooxo7/2o1o1o8/7x7/15/15 x 4 4"],
    "keryo": ["13/13/13/5x7/5oxo5/4oxx6/5oxo5/6x6/13/13/13/13/13 x 0 0"],
    "ninuki": ["13/13/13/4xxx6/5oxo5/5o7/6o6/13/13/13/13/13/13 x 0 0"],
    "freestyle": ["10/10/10/4xo4/4xx4/3oxo4/4o5/10/10/10 x"],
    "standard": ["10/10/10/4xo4/4xx4/3oxo4/4o5/10/10/10 x"],
    "caro": ["10/10/10/4xo4/4xx4/3oxo4/4o5/10/10/10 x"],
    "renju": ["10/10/10/4xo4/5x4/3oxo4/4xo4/10/10/10 x", "9/9/9/3ox4/3oxx3/3oo4/4x4/9/9 o"],
    "ndengrod": ["5/6/3x3/3x4/3x1x3/3o4/2o1o2/6/5 x"],
}


def board_of(game, name, text):
    """The engine's board of a position."""
    size = len(game.rows) // 2 + 1 if game.hexagon else len(game.rows)
    return ninuki.Board(name, size, position=text)


@pytest.mark.parametrize("name", checker.GAMES)
def test_random_games_have_the_same_moves_and_ends(name):
    for seed in range(3):
        # The limits of the opening do not hold for a set-up position, an empty one among them.
        side = ninuki.Board(name).width if name != "ndengrod" else 5
        game, dice = checker.Game(name, side, side, 5), random.Random(f"{name} {seed}")
        empty = "/".join(str(len(row)) for row in game.rows) + " x 0 0"
        board, position = board_of(game, name, empty), game.position(empty)
        for _ in range(50 if name in ("renju", "ninuki") else 150):
            legal = {game.point(board.name(point)) for point in board.legal_moves()}
            assert set(game.legal(position)) == legal, board
            near = [point for point in legal if any(abs(point[0] - x) < 3 and abs(point[1] - y) < 3
                                                    for (x, y), sign in position[0].items() if sign != ".")]
            point = dice.choice(sorted(near or legal))
            board.push(game.name_of(*point))
            position, outcome = game.played(position, point)
            expected = board.outcome and (board.outcome.winner or "draw")
            assert outcome == expected, board
            if outcome:
                break
            assert list(board.captured) == list(position[2].values())


@pytest.fixture(scope="module")
def certificates(program, tmp_path_factory):
    """A certificate for each position."""
    folder, found = tmp_path_factory.mktemp("certificates"), {}
    for name, positions in POSITIONS.items():
        for index, text in enumerate(positions):
            size = str(5 if name == "ndengrod" else text.count("/") + 1)
            file = folder / f"{name}-{index}.txt"
            command = [program, "solve", "--rules", name, "--size", size, "--time", "20000", "--proof", file, "--position", text]
            assert subprocess.run(command, capture_output=True, check=False).returncode == 0, (name, text)
            found[f"{name}-{index}"] = file.read_text()
    return found


def believes(text):
    """Whether the checker believes a certificate, and why not."""
    try:
        checker.check(text)
    except (checker.Wrong, ValueError) as error:
        return str(error) or "wrong"
    return None


def test_both_checkers_believe_what_is_proved(certificates, program, tmp_path):
    for name, text in certificates.items():
        winner, plies, _ = checker.check(text)
        file = tmp_path / "proof.txt"
        file.write_text(text)
        said = subprocess.run([program, "verify", file], capture_output=True, text=True, check=False).stdout
        assert f"{'Black' if winner == 'x' else 'White'} to move wins" in said, name
        assert int(re.search(r"within (\d+) plies", said)[1]) <= plies, name


def mutated(text, dice):
    """A certificate with one change."""
    lines = text.split("\n")
    steps = next(index for index, line in enumerate(lines) if line.startswith("steps"))
    index = dice.choice([steps - 1, *range(steps + 1, len(lines) - 1)])
    words = lines[index].split(" ")
    word = dice.randrange(1, len(words))
    if index < steps:
        words[1] = "".join(dice.choice("xo1") if sign in "xo" and dice.random() < 0.05 else sign for sign in words[1])
    elif ":" in words[word]:
        words[word] = re.sub(r":\d+", f":{dice.randrange(int(words[0]))}", words[word])
    else:
        points = [one for line in lines[steps + 1:] for one in re.findall(r"\b[a-zA-Z]\d+\b", line)]
        words[word] = words[word] if words[word] in ("win", "play") else dice.choice(points)
    lines[index] = " ".join(words)
    return "\n".join(lines)


def test_both_checkers_agree_on_changed_certificates(certificates, program, tmp_path):
    dice, verdicts = random.Random(1), set()
    short = {name: text for name, text in certificates.items() if text.count("\n") < 100}
    for name, text in short.items():
        for _ in range(5):
            changed = mutated(text, dice)
            file = tmp_path / "proof.txt"
            file.write_text(changed)
            status = subprocess.run([program, "verify", file], capture_output=True, check=False).returncode
            reason = believes(changed)
            assert (reason is None) == (status == 0), (name, reason, changed)
            verdicts.add(status == 0)
    assert verdicts == {True, False}


QUIET = sorted((ROOT / "search/tests/quiet").glob("*.ncert"))


def canonical(text):
    """The game, the position and the steps, however points are written."""
    game, position, steps = checker.read(text)
    return game.name, game.rows, position, steps


@pytest.mark.parametrize("file", QUIET, ids=lambda file: file.stem)
def test_compressed_certificates_have_the_steps_of_their_text(file, program, tmp_path):
    written = tmp_path / "proof.txt"
    subprocess.run([program, "verify", file, "--write", written], capture_output=True, check=True)
    assert canonical(unpack.unpack(file.read_bytes())) == canonical(written.read_text())


def test_compressed_certificates_are_believed(certificates, program, tmp_path):
    for name, text in certificates.items():
        file, packed = tmp_path / "proof.txt", tmp_path / "proof.ncert"
        file.write_text(text)
        subprocess.run([program, "verify", file, "--write", packed], capture_output=True, check=True)
        assert checker.check(unpack.unpack(packed.read_bytes())) == checker.check(text), name


def test_damaged_compressed_certificates_are_refused():
    data = min(QUIET, key=lambda file: file.stat().st_size).read_bytes()
    for at in range(len(data)):
        with pytest.raises(ValueError):
            unpack.unpack(data[:at] + bytes([data[at] ^ 1]) + data[at + 1:])
        with pytest.raises(ValueError):
            unpack.unpack(data[:at])


LINES = ("freestyle", "standard")


def zones_believe(text):
    """Whether the checker by zones believes a certificate."""
    try:
        zones.check(text)
    except (zones.Wrong, ValueError):
        return False
    return True


@pytest.mark.parametrize("file", QUIET, ids=lambda file: file.stem)
def test_zones_verify_quiet_wins(file, program):
    said = subprocess.run([program, "verify", file], capture_output=True, text=True, check=True).stdout
    side, plies, _ = zones.check(unpack.unpack(file.read_bytes()))
    assert f"{'Black' if side == 'x' else 'White'} to move wins" in said
    assert f"within {plies} plies" in said


def test_second_moves_of_gomoku_are_verified(program):
    file = ROOT / "tests/proofs/gomoku-15/a1.ncert"
    said = subprocess.run([program, "verify", file], capture_output=True, text=True, check=True).stdout
    assert "Black to move wins this position of freestyle within 47 plies" in said
    assert "15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/o14 x" in said


def test_zones_verify_only_what_holds(certificates):
    dice, verdicts = random.Random(2), {True: 0, False: 0}
    short = [text for name, text in certificates.items() if name.startswith(LINES)]
    # The same proofs in the other game: lines of six are the difference.
    short += [text.replace("game freestyle", "game standard") for text in short if "game freestyle" in text]
    for text in short:
        assert zones_believe(text) and believes(text) is None
        for _ in range(20):
            changed = text
            for _ in range(dice.randrange(1, 4)):
                changed = mutated(changed, dice)
            if zones_believe(changed):
                assert believes(changed) is None, changed
            verdicts[zones_believe(changed)] += 1
    assert min(verdicts.values()) > 3, verdicts


def test_zones_refuse_what_they_do_not_know(certificates):
    for name, text in certificates.items():
        assert zones_believe(text) == name.startswith(LINES), name
    text = certificates["freestyle-0"]
    for wrong in [text.replace("length 5", "length 4"), text.replace("certificate 1", "certificate 2"), text + "more\n", ""]:
        assert not zones_believe(wrong)

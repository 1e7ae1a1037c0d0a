"""Answers of the engine as dataclasses."""

# Generated from the Rust types of ninuki-service: SCHEMA=overwrite cargo test -p ninuki-service schema

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Union


@dataclass(frozen=True)
class Score:
    """A value for the side to move.

    Attributes:
        cp: hundredths of a point.
        win: a proven win, in plies.
        loss: a proven loss, in plies.
    """

    cp: Optional[int] = None
    win: Optional[int] = None
    loss: Optional[int] = None


@dataclass(frozen=True)
class Line:
    """One of the best lines.

    Attributes:
        score: the value for the side to move, or for that of `perspective`.
        winrate: the probability that this side wins.
        pv: the moves, the best first.
        prior: the probability of the first move before the search; None for `swap` and `pass`.
    """

    score: Score
    winrate: float
    pv: List[str]
    prior: Optional[float]


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position.

    Attributes:
        depth: the last finished depth, in plies.
        seldepth: the deepest searched ply.
        nodes: visited positions.
        nps: visited positions per second.
        time_ms: the time of the search, in milliseconds.
        best: the best move; None if the game is over, or if the search was ended before it had one.
        lines: the best lines, the best first.
        ended: why the search ended; None in partial answers and if the game is over.
        keys: the keys of the position, with `keys`.
        policy: with `policy` the probability of each legal placement before the search.
    """

    depth: int
    seldepth: int
    nodes: int
    nps: int
    time_ms: int
    best: Optional[str]
    lines: List[Line]
    ended: Optional[str]
    keys: Optional[Any] = None
    policy: Optional[Dict[str, float]] = None


@dataclass(frozen=True)
class Solution:
    """The result of the solver.

    Attributes:
        proved: whether the side to move wins by threats.
        plies: the length of the win, in plies.
        pv: the moves of the win.
        nodes: visited positions.
        exhausted: without a proof: whether all lines of threats were tried.
        shortest: with a proof: whether no shorter line of threats wins.
        certificate: the proof as text, for the action `verify`.
    """

    proved: bool
    plies: Optional[int]
    pv: List[str]
    nodes: int
    exhausted: bool
    shortest: bool
    certificate: Optional[str]


@dataclass(frozen=True)
class Verified:
    """The verdict on a certificate.

    Attributes:
        verified: whether the certificate is a proof.
        game: the name of the game.
        differences: every rule that differs from the defaults of the game, in words; empty if none does.
        base: the game on which an own game is based.
        rules: the fields of an own game that differ from those of its base.
        flags: the flags that differ.
        size: the side of the board, or width and height as `15x20`.
        length: the length of winning lines.
        winner: the side that wins, x or o.
        plies: the most plies until the win.
        position: the position that is won, as text.
        steps: the number of steps of the certificate.
        certificate: the text of a compressed certificate.
        positions: the number of checked positions.
        ended: the limit that ended the check before every reply was tried.
        reason: why the certificate is not verified.
        problem: the same for programs.
    """

    verified: bool
    game: Optional[str]
    differences: Optional[str]
    base: Optional[str]
    rules: Optional[Dict[str, str]]
    flags: Optional[Dict[str, str]]
    size: Optional[Union[int, str]]
    length: Optional[int]
    winner: Optional[str]
    plies: Optional[int]
    position: Optional[str]
    steps: Optional[int]
    certificate: Optional[str]
    positions: Optional[int]
    ended: Optional[str]
    reason: Optional[str]
    problem: Optional[Any]


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game and its judgement.

    Attributes:
        ply: the number of the move, counted from 1.
        player: the name of the player, or the colour.
        side: the side that moves, x or o.
        move: the move.
        before: the win rate of the side before the move.
        after: the win rate of the side after the move.
        loss: the loss of win rate, 0 or more.
        score: the value of the position before the move.
        best: the best move.
        pv: the best line.
        mark: the mark of the move: `??`, `?`, `?!`, `!?`, `!` or `!!`.
        missed_win: the length of the win that the move missed, in plies.
    """

    ply: int
    player: str
    side: str
    move: str
    before: float
    after: float
    loss: float
    score: Score
    best: Optional[str]
    pv: List[str]
    mark: Optional[str]
    missed_win: Optional[int]


@dataclass(frozen=True)
class Evaluation:
    """The engine's verdict on a position.

    Attributes:
        winrate: the win rate of the side to move, 0 to 1.
        nodes: the nodes of the search.
        win: plies to a proved win of the side to move, negative to a proved loss.
    """

    winrate: float
    nodes: int
    win: Optional[int] = None


@dataclass(frozen=True)
class BookValue:
    """The value of a move in the opening book, for the side that makes it.

    Attributes:
        score: the value for that side.
        winrate: the probability that this side wins.
        nodes: the nodes of the search after the move; None if the book does not have that position.
    """

    score: Score
    winrate: float
    nodes: Optional[int]


@dataclass(frozen=True)
class BookMove:
    """A move of the book and its value for the side that makes it.

    Attributes:
        move: the move: of its images the first in the order of names.
        score: the value for that side.
        winrate: the probability that this side wins.
        nodes: the nodes of the search after the move; None if the book does not have that position.
    """

    move: str
    score: Score
    winrate: float
    nodes: Optional[int]


@dataclass(frozen=True)
class BookPosition:
    """A position of an opening book. If the game has no book, values are None and there are no moves.

    Attributes:
        positions: the positions of the book; 0 if the game has none.
        opening: the name of the opening; None if it has none.
        score: the value for the side to move; None if the position was not searched.
        winrate: the probability that the side to move wins.
        nodes: the nodes of the search of the position.
        depth: the depth of that search, in plies.
        moves: the moves, the best first; of moves that are images of each other one.
    """

    positions: int
    opening: Optional[str]
    score: Optional[Score]
    winrate: Optional[float]
    nodes: Optional[int]
    depth: Optional[int]
    moves: List[BookMove]


@dataclass(frozen=True)
class ExploredMove:
    """A move that was played in a position.

    Attributes:
        move: the move: of its images the first in the order of names.
        games: the games with it.
        x: the games that Black won.
        o: the games that White won.
        draws: the draws.
        rating: the mean rating of the players who made it; None if none is known.
        last: the last year in which it was played; None if none is known.
        transpositions: the games that came to the position after it by another move; None if they are not counted.
        images: the number of its images in the position, itself included.
        book: its value in the opening book, if the book has one.
        evaluation: the engine's evaluation of the position after it, if it is stored.
    """

    move: str
    games: int
    x: int
    o: int
    draws: int
    rating: Optional[int]
    last: Optional[int]
    transpositions: Optional[int]
    images: int
    book: Optional[BookValue] = None
    evaluation: Optional[Evaluation] = None


@dataclass(frozen=True)
class LibraryGame:
    """A game of a library.

    Attributes:
        id: its number in the library.
        game: the name of the game.
        size: the side of the board, or width and height.
        plies: the number of moves.
        moves: the moves.
        result: the result, x, o or draw; None if it is not known.
        reason: why the game is over; None if it is not known.
        x: the player of Black.
        o: the player of White.
        x_rating: the rating of Black; None if it is not known.
        o_rating: the rating of White; None if it is not known.
        date: the day, or any other text of the record.
        event: the event.
        round: the round.
        place: the place.
        opening: the opening.
        source: the file that it was read from.
        line: the line of that file on which it begins, counted from 1.
        claim: the result of the record, if the board shows another one.
        ply: the number of moves before the position or pattern of a search.
        position: the position with which it begins, if that is not the empty board.
    """

    id: int
    game: str
    size: Union[int, str]
    plies: int
    moves: List[str]
    result: Optional[str]
    reason: Optional[str]
    x: str
    o: str
    x_rating: Optional[int]
    o_rating: Optional[int]
    date: str
    event: str
    round: str
    place: str
    opening: str
    source: Optional[str]
    line: Optional[int]
    claim: Optional[str] = None
    ply: Optional[int] = None
    position: Optional[str] = None


@dataclass(frozen=True)
class Explored:
    """The games of a position in a library, and the moves played there.

    Attributes:
        games: the games that went through the position.
        x: the games that Black won.
        o: the games that White won.
        draws: the draws.
        moves: the moves, the most played first.
        top: the games with the highest mean rating.
        recent: the newest games.
        book: the position in the opening book; missing if the game has no book.
        evaluation: the engine's evaluation of the position, if it is stored.
    """

    games: int
    x: int
    o: int
    draws: int
    moves: List[ExploredMove]
    top: List[LibraryGame]
    recent: List[LibraryGame]
    book: Optional[BookPosition] = None
    evaluation: Optional[Evaluation] = None


@dataclass(frozen=True)
class Puzzle:
    """A puzzle without its solution.

    Attributes:
        puzzle: eight hexadecimal digits that depend on game and position.
        game: the name of the game.
        flags: the flags that differ from the defaults of the game.
        size: the side of the board, or width and height as `15x20`.
        length: the length of winning lines.
        position: the position as text.
        to_move: the side that is to find the solution.
        kind: whether one move wins, or one move does not lose.
        plies: the most plies until the win.
        themes: the names of the themes.
        difficulty: the difficulty, from 0 to 100.
        source: where the position comes from.
    """

    puzzle: str
    game: str
    flags: Dict[str, str]
    size: Union[int, str]
    length: int
    position: str
    to_move: str
    kind: str
    plies: int
    themes: List[str]
    difficulty: int
    source: str


@dataclass(frozen=True)
class Attempt:
    """The state of a puzzle after the moves of its solver.

    Attributes:
        puzzle: eight hexadecimal digits that depend on game and position.
        game: the name of the game.
        flags: the flags that differ from the defaults of the game.
        size: the side of the board, or width and height as `15x20`.
        length: the length of winning lines.
        position: the position as text.
        to_move: the side that is to find the solution.
        kind: whether one move wins, or one move does not lose.
        plies: the most plies until the win.
        themes: the names of the themes.
        difficulty: the difficulty, from 0 to 100.
        source: where the position comes from.
        moves: the moves since the position of the puzzle: right moves of the solver and the replies.
        right: whether the last move of the solver is right; None without moves.
        reply: the longest defence against the last move.
        solved: whether the puzzle is solved.
        refutation: after a wrong first move of an only move: the win of the opponent.
        hint: the kind of the next move, with one hint: it stops a threat, wins at once, threatens to win at once, or threatens a VCF.
        near: the stone nearest to the next move, with two hints.
        solution: the next move, with three hints.
    """

    puzzle: str
    game: str
    flags: Dict[str, str]
    size: Union[int, str]
    length: int
    position: str
    to_move: str
    kind: str
    plies: int
    themes: List[str]
    difficulty: int
    source: str
    moves: List[str]
    right: Optional[bool]
    reply: Optional[str]
    solved: bool
    refutation: List[str]
    hint: Optional[str]
    near: Optional[str]
    solution: Optional[str]


#: The codes of errors, each with its meaning.
CODES: Dict[str, str] = {
    "json": "The line is not JSON, or not an object.",
    "too_deep": "Values are nested more than `most` deep.",
    "line_too_long": "The line is longer than `most` bytes.",
    "no_id": "The query has no id, or one of more than `most` bytes.",
    "bad_id": "The id is neither a number nor a text.",
    "unknown_action": "No action has this name.",
    "unknown_field": "The action `action` has no such field.",
    "bad_value": "The value of the field has the wrong type or is out of range.",
    "missing": "The field is required.",
    "time": "The action took longer than `most` milliseconds.",
    "memory": "The action needs more than `most` bytes of memory.",
    "output": "The answer has more than `most` bytes.",
    "pixels": "The pictures of the animation have more than `most` pixels; `width` is allowed.",
    "games": "The client uses more than `most` games with changed rules.",
    "pending": "Waiting queries hold more than `most` bytes.",
    "terminated": "The client ended the action.",
    "defect": "The search failed: a defect of the program.",
    "weights": "The weights of the game cannot be loaded.",
    "rules_twice": "Both `rules` and `rules_text` are given.",
    "unknown_game": "No game has the name `name`.",
    "unknown_flag": "No rule flag has the name `name`.",
    "flag_value": "The flag `flag` does not take `value`.",
    "flag_unused": "The flag `flag` has no effect in `game`.",
    "rules_text": "The rules text is wrong, at `line` and `column` where known.",
    "rules": "The rules are wrong.",
    "board_size": "`game` is not played on boards of `width` and `height`.",
    "line_length": "`game` has no lines of `length`.",
    "too_many_games": "The process keeps no more games with changed rules.",
    "position": "The position text cannot be read.",
    "set_up": "The position cannot be set up.",
    "no_move": "`text` is not a move of this board, whose points are `range`.",
    "game_over": "The game is over.",
    "occupied": "The point is occupied.",
    "outside_board": "The point is not on the board.",
    "not_centre": "The first move must take the centre.",
    "too_far": "The second move must be within `distance` points of the centre.",
    "too_near": "The third move must be outside the central `side`x`side` points.",
    "on_axis": "The third move must not lie on the row or column of the centre.",
    "double_three": "A double three.",
    "double_four": "A double four.",
    "overline": "An overline.",
    "suicide": "The group of the stone would have no liberty.",
    "no_swap": "No swap is offered.",
    "no_pass": "Passing needs a position without a legal placement.",
    "illegal_move": "The rules refuse the move for a reason without a code.",
    "too_many_moves": "The game has more than `most` moves.",
    "no_such_ply": "The game has only `moves` moves.",
    "no_plies": "The list of plies is empty.",
    "not_placement": "Swap and pass are not allowed here.",
    "no_placement": "The filter leaves no legal placement.",
    "level": "The level is not within `least` to `most`.",
    "unknown_opening": "The opening rule is unknown.",
    "opening_board": "The opening rule needs a square board with a centre.",
    "opening_clash": "The rule `rule` does not suit `game`: its third stone lies at most `within` and at least `beyond` points from the centre.",
    "opening_over": "The opening is over.",
    "opening_answer": "`text` is not an answer here; `allowed` are.",
    "opening_refused": "The stone cannot be placed there.",
    "unnamed_game": "The record names no game, and its format implies none; it can be one of `games`.",
    "unreadable": "The record cannot be read.",
    "illegal_record": "The rules refuse move `ply` of the record.",
    "no_games": "The file holds no game.",
    "no_such_game": "The file holds only `games` games.",
    "one_game": "`format` holds one game, and there are `games`.",
    "records": "The records are given neither by text nor by data, or by both.",
    "base64": "The data is not base64.",
    "format_hexagon": "`format` has no hexagons, and `game` is played on one.",
    "format_board": "`format` has no boards of `width` and `height`.",
    "format_set_up": "`format` has no set-up positions.",
    "format_swap": "`format` has no swap.",
    "format_pass": "`format` has no pass.",
    "format_variations": "`format` has no variations.",
    "format_comments": "`format` has no comments.",
    "format_no_moves": "`format` has no games without moves.",
    "format_other": "The format cannot hold a part of the game.",
    "node_parent": "The parent of a node comes later in the list.",
    "node_quality": "The quality is not one of the marks.",
    "node_property": "A property of a node is no SGF.",
    "no_point": "`text` is not a point of this board.",
    "no_side": "A side is neither x nor o.",
    "illegal_tree": "The rules refuse a move of the tree.",
    "result": "Winner and reason of the result do not match.",
    "width": "Pictures are `least` to `most` pixels wide.",
    "delay": "A frame is shown for `least` to `most` milliseconds.",
    "no_raster": "This build has no pictures of pixels.",
    "animation": "The animation cannot be drawn.",
    "damaged": "A part of the record cannot be read, at `line` where known.",
    "encoding_guessed": "The record names no character set, and was read in `encoding`.",
    "encoding_contradicted": "The record names `encoding`, and is UTF-8.",
    "rules_guessed": "The record leaves the rules open, and was read by `rules`.",
    "pass_added": "`side` has two moves in a row: a pass was added between them.",
    "colours_exchanged": "White begins in the record: the colours were exchanged.",
    "result_contradicted": "The record has the result `result`, and its moves another one.",
    "remark": "A remark without a code.",
    "no_library": "The program has no library, or none with the name `name`.",
    "library": "The library `name` cannot be read.",
    "no_journal": "The program has no journal with the name `name`.",
    "journal": "The journal `name` cannot be read.",
    "no_engine": "The program has no engine with the name `name`.",
    "engine_start": "The engine `name` does not start.",
    "engine_game": "The engine `name` does not play `game`.",
    "engine_ended": "The engine `name` has ended.",
    "engine_late": "The engine `name` did not answer within `most` milliseconds.",
    "engine_answer": "The engine `name` answers `text`, which is no move.",
    "engine_illegal": "The engine `name` plays `text`, which is illegal.",
    "engine_memory": "The engine `name` uses more than `most` bytes of memory.",
    "no_puzzle": "The program has no puzzle with the name `name`.",
    "puzzle_text": "The text is no puzzle.",
    "certificate_text": "The certificate cannot be read at `line`.",
    "certificate_damaged": "The compressed certificate is damaged, of another version or too large.",
    "certificate_start": "The position of the certificate is impossible, or over.",
    "certificate_step": "The step `step` of the certificate is no proof, after `moves`.",
    "certificate_unchecked": "The check ended by the limit `ended` after `positions` positions.",
}

//! Codes of errors. A code keeps its name and its values; the English text beside it may change.

use serde::Serialize;

/// The code of an error.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(dead_code, reason = "features leave some of them out")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    /// The line is not JSON, or not an object.
    Json,
    /// Values are nested more than `most` deep.
    TooDeep,
    /// The line is longer than `most` bytes.
    LineTooLong,
    /// The query has no id, or one of more than `most` bytes.
    NoId,
    /// The id is neither a number nor a text.
    BadId,
    /// No action has this name.
    UnknownAction,
    /// The action `action` has no such field.
    UnknownField,
    /// The value of the field has the wrong type or is out of range.
    BadValue,
    /// The field is required.
    Missing,
    /// The action took longer than `most` milliseconds.
    Time,
    /// The action needs more than `most` bytes of memory.
    Memory,
    /// The answer has more than `most` bytes.
    Output,
    /// The pictures of the animation have more than `most` pixels; `width` is allowed.
    Pixels,
    /// The client uses more than `most` games with changed rules.
    Games,
    /// Waiting queries hold more than `most` bytes.
    Pending,
    /// The client ended the action.
    Terminated,
    /// The search failed: a defect of the program.
    Defect,
    /// The weights of the game cannot be loaded.
    Weights,
    /// Both `rules` and `rules_text` are given.
    RulesTwice,
    /// No game has the name `name`.
    UnknownGame,
    /// No rule flag has the name `name`.
    UnknownFlag,
    /// The flag `flag` does not take `value`.
    FlagValue,
    /// The flag `flag` has no effect in `game`.
    FlagUnused,
    /// The rules text is wrong, at `line` and `column` where known.
    RulesText,
    /// The rules are wrong.
    Rules,
    /// `game` is not played on boards of `width` and `height`.
    BoardSize,
    /// `game` has no lines of `length`.
    LineLength,
    /// The process keeps no more games with changed rules.
    TooManyGames,
    /// The position text cannot be read.
    Position,
    /// The position cannot be set up.
    SetUp,
    /// `text` is not a move of this board, whose points are `range`.
    NoMove,
    /// The game is over.
    GameOver,
    /// The point is occupied.
    Occupied,
    /// The point is not on the board.
    OutsideBoard,
    /// The first move must take the centre.
    NotCentre,
    /// The second move must be within `distance` points of the centre.
    TooFar,
    /// The third move must be outside the central `side`x`side` points.
    TooNear,
    /// The third move must not lie on the row or column of the centre.
    OnAxis,
    /// A double three.
    DoubleThree,
    /// A double four.
    DoubleFour,
    /// An overline.
    Overline,
    /// The group of the stone would have no liberty.
    Suicide,
    /// No swap is offered.
    NoSwap,
    /// Passing needs a position without a legal placement.
    NoPass,
    /// The rules refuse the move for a reason without a code.
    IllegalMove,
    /// The game has more than `most` moves.
    TooManyMoves,
    /// The game has only `moves` moves.
    NoSuchPly,
    /// The list of plies is empty.
    NoPlies,
    /// Swap and pass are not allowed here.
    NotPlacement,
    /// The filter leaves no legal placement.
    NoPlacement,
    /// The level is not within `least` to `most`.
    Level,
    /// The opening rule is unknown.
    UnknownOpening,
    /// The opening rule needs a square board with a centre.
    OpeningBoard,
    /// The rule `rule` does not suit `game`: its third stone lies at most `within` and at least `beyond` points from the centre.
    OpeningClash,
    /// The opening is over.
    OpeningOver,
    /// `text` is not an answer here; `allowed` are.
    OpeningAnswer,
    /// The stone cannot be placed there.
    OpeningRefused,
    /// The record names no game, and its format implies none; it can be one of `games`.
    UnnamedGame,
    /// The record cannot be read.
    Unreadable,
    /// The rules refuse move `ply` of the record.
    IllegalRecord,
    /// The file holds no game.
    NoGames,
    /// The file holds only `games` games.
    NoSuchGame,
    /// `format` holds one game, and there are `games`.
    OneGame,
    /// The records are given neither by text nor by data, or by both.
    Records,
    /// The data is not base64.
    Base64,
    /// `format` has no hexagons, and `game` is played on one.
    FormatHexagon,
    /// `format` has no boards of `width` and `height`.
    FormatBoard,
    /// `format` has no set-up positions.
    FormatSetUp,
    /// `format` has no swap.
    FormatSwap,
    /// `format` has no pass.
    FormatPass,
    /// `format` has no variations.
    FormatVariations,
    /// `format` has no comments.
    FormatComments,
    /// `format` has no games without moves.
    FormatNoMoves,
    /// The format cannot hold a part of the game.
    FormatOther,
    /// The parent of a node comes later in the list.
    NodeParent,
    /// The quality is not one of the marks.
    NodeQuality,
    /// A property of a node is no SGF.
    NodeProperty,
    /// `text` is not a point of this board.
    NoPoint,
    /// A side is neither x nor o.
    NoSide,
    /// The rules refuse a move of the tree.
    IllegalTree,
    /// Winner and reason of the result do not match.
    Result,
    /// Pictures are `least` to `most` pixels wide.
    Width,
    /// A frame is shown for `least` to `most` milliseconds.
    Delay,
    /// This build has no pictures of pixels.
    NoRaster,
    /// The animation cannot be drawn.
    Animation,
    /// A part of the record cannot be read, at `line` where known.
    Damaged,
    /// The record names no character set, and was read in `encoding`.
    EncodingGuessed,
    /// The record names `encoding`, and is UTF-8.
    EncodingContradicted,
    /// The record leaves the rules open, and was read by `rules`.
    RulesGuessed,
    /// `side` has two moves in a row: a pass was added between them.
    PassAdded,
    /// White begins in the record: the colours were exchanged.
    ColoursExchanged,
    /// The record has the result `result`, and its moves another one.
    ResultContradicted,
    /// A remark without a code.
    Remark,
    /// The program has no library, or none with the name `name`.
    NoLibrary,
    /// The library `name` cannot be read.
    Library,
    /// The program has no journal with the name `name`.
    NoJournal,
    /// The journal `name` cannot be read.
    Journal,
    /// The program has no engine with the name `name`.
    NoEngine,
    /// The engine `name` does not start.
    EngineStart,
    /// The engine `name` does not play `game`.
    EngineGame,
    /// The engine `name` has ended.
    EngineEnded,
    /// The engine `name` did not answer within `most` milliseconds.
    EngineLate,
    /// The engine `name` answers `text`, which is no move.
    EngineAnswer,
    /// The engine `name` plays `text`, which is illegal.
    EngineIllegal,
    /// The engine `name` uses more than `most` bytes of memory.
    EngineMemory,
    /// The program has no puzzle with the name `name`.
    NoPuzzle,
    /// The text is no puzzle.
    PuzzleText,
    /// The certificate cannot be read at `line`.
    CertificateText,
    /// The compressed certificate is damaged, of another version or too large.
    CertificateDamaged,
    /// The position of the certificate is impossible, or over.
    CertificateStart,
    /// The step `step` of the certificate is no proof, after `moves`.
    CertificateStep,
    /// The check ended by the limit `ended` after `positions` positions.
    CertificateUnchecked,
}

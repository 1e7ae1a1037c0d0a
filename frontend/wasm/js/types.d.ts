// Generated from the Rust types of ninuki-service: SCHEMA=overwrite cargo test -p ninuki-service schema

/** Players, date and event of a game; texts may be empty. */
export interface About {
  /** The players of Black and of White. */
  players: [string, string];
  /** The day, as `2026-11-20`, or any other text of the record. */
  date: string;
  event: string;
  round: string;
  place: string;
  /** The opening rule and, after a colon, the choices made by it. */
  opening: string;
}

/** The best lines of a position. */
export interface Analysis {
  /** The id of the query. */
  id: number | string;
  action: "analyze";
  /** The number of moves before the position. */
  ply: number;
  /** Whether another answer follows for this position. */
  partial: boolean;
  /** The side to move; null if the game is over or the position was not searched. */
  to_move: Side | null;
  /** The last finished depth, in plies. */
  depth: number;
  /** The deepest searched ply. */
  seldepth: number;
  /** Visited positions. */
  nodes: number;
  /** Visited positions per second. */
  nps: number;
  /** The time of the search, in milliseconds. */
  time_ms: number;
  /** The best move; null if the game is over, or if the search was ended before it had one. */
  best: string | null;
  /** The best lines, the best first. */
  lines: Line[];
  /** Why the search ended; null in partial answers and if the game is over. */
  ended: "time" | "nodes" | "depth" | "stopped" | "proven" | "forced move" | "no placement" | "terminated" | null;
  /** How the game ended; null if it is not over. */
  outcome: Outcome | null;
  /** The keys of the position, with `keys`. */
  keys?: Keys;
  limit?: Limit;
  /** With `policy` the probability of each legal placement before the search. */
  policy?: Record<string, number>;
}

/** The state of a puzzle after the moves of its solver. */
export interface Attempt {
  /** The id of the query. */
  id: number | string;
  action: "puzzle";
  /** Eight hexadecimal digits that depend on game and position. */
  puzzle: string;
  /** The name of the game. */
  game: string;
  /** The flags that differ from the defaults of the game. */
  flags: Record<string, string>;
  /** The side of the board, or width and height as `15x20`. */
  size: Size;
  /** The length of winning lines. */
  length: number;
  /** The position as text. */
  position: string;
  /** The side that is to find the solution. */
  to_move: Side;
  /** Whether one move wins, or one move does not lose. */
  kind: "win" | "only-move";
  /** The most plies until the win. */
  plies: number;
  /** The names of the themes. */
  themes: ("vcf" | "vct" | "defence" | "capture-win" | "capture-endgame" | "broken-five" | "forbidden-trap" | "hexagon-capture")[];
  /** The difficulty, from 0 to 100. */
  difficulty: number;
  /** Where the position comes from. */
  source: string;
  /** The moves since the position of the puzzle: right moves of the solver and the replies. */
  moves: string[];
  /** Whether the last move of the solver is right; null without moves. */
  right: boolean | null;
  /** The longest defence against the last move. */
  reply: string | null;
  /** Whether the puzzle is solved. */
  solved: boolean;
  /** After a wrong first move of an only move: the win of the opponent. */
  refutation: string[];
  /** The kind of the next move, with one hint: it stops a threat, wins at once, threatens to win at once, or threatens a VCF. */
  hint: "defence" | "win" | "four" | "threat" | null;
  /** The stone nearest to the next move, with two hints. */
  near: string | null;
  /** The next move, with three hints. */
  solution: string | null;
  limit?: Limit;
}

/** Moves by the distance of their values from `bias`. */
export interface Balance {
  /** The id of the query. */
  id: number | string;
  action: "balance";
  /** The target for the side that moves, in hundredths of a point. */
  bias: number;
  /** The last finished depth, in plies. */
  depth: number;
  /** Visited positions. */
  nodes: number;
  /** The moves, the nearest first. */
  moves: RatedMove[];
  limit?: Limit;
}

/** A board without stones. */
export interface Board {
  /** The id of the query. */
  id: number | string;
  action: "board";
  game: string;
  title: string;
  shape: Shape;
  size: Size;
  /** The number of stones in a row that wins. */
  length: number;
  /** The number of captured stones that wins; null if captures do not win. */
  target: number | null;
  /** Whether stones are captured. */
  captures: boolean;
  /** The opening rules that suit this board. */
  opening_rules: RuleInfo[];
  /** The width of the picture; neighbouring points are 1 apart. */
  width: number;
  /** The height of the picture. */
  height: number;
  points: Spot[];
  /** The names of rows and columns. */
  names: Spot[];
  /** The marked points. */
  stars: [number, number][];
  limit?: Limit;
}

/** A position of the opening book. If the game has no book, values are null and there are no moves. */
export interface Book {
  /** The id of the query. */
  id: number | string;
  action: "book";
  /** The positions of the book; 0 if the game has none. */
  positions: number;
  /** The name of the opening; null if it has none. */
  opening: string | null;
  /** The value for the side to move; null if the position was not searched. */
  score: Score | null;
  /** The probability that the side to move wins. */
  winrate: number | null;
  /** The nodes of the search of the position. */
  nodes: number | null;
  /** The depth of that search, in plies. */
  depth: number | null;
  /** The moves, the best first; of moves that are images of each other one. */
  moves: BookMove[];
  limit?: Limit;
}

/** A move of the book and its value for the side that makes it. */
export interface BookMove {
  /** The move: of its images the first in the order of names. */
  move: string;
  /** The value for that side. */
  score: Score;
  /** The probability that this side wins. */
  winrate: number;
  /** The nodes of the search after the move; null if the book does not have that position. */
  nodes: number | null;
}

/** A position of an opening book. If the game has no book, values are null and there are no moves. */
export interface BookPosition {
  /** The positions of the book; 0 if the game has none. */
  positions: number;
  /** The name of the opening; null if it has none. */
  opening: string | null;
  /** The value for the side to move; null if the position was not searched. */
  score: Score | null;
  /** The probability that the side to move wins. */
  winrate: number | null;
  /** The nodes of the search of the position. */
  nodes: number | null;
  /** The depth of that search, in plies. */
  depth: number | null;
  /** The moves, the best first; of moves that are images of each other one. */
  moves: BookMove[];
}

/** The value of a move in the opening book, for the side that makes it. */
export interface BookValue {
  /** The value for that side. */
  score: Score;
  /** The probability that this side wins. */
  winrate: number;
  /** The nodes of the search after the move; null if the book does not have that position. */
  nodes: number | null;
}

/** Numbers of captured stones. */
export interface Captured {
  x: number;
  o: number;
}

/** The table is clear. */
export interface Cleared {
  /** The id of the query. */
  id: number | string;
  action: "clear";
  done: true;
  limit?: Limit;
}

/** The code of an error. */
export type Code = "json" | "too_deep" | "line_too_long" | "no_id" | "bad_id" | "unknown_action" | "unknown_field" | "bad_value" | "missing" | "time" | "memory" | "output" | "pixels" | "games" | "pending" | "terminated" | "defect" | "weights" | "rules_twice" | "unknown_game" | "unknown_flag" | "flag_value" | "flag_unused" | "rules_text" | "rules" | "board_size" | "line_length" | "too_many_games" | "position" | "set_up" | "no_move" | "game_over" | "occupied" | "outside_board" | "not_centre" | "too_far" | "too_near" | "on_axis" | "double_three" | "double_four" | "overline" | "suicide" | "no_swap" | "no_pass" | "illegal_move" | "too_many_moves" | "no_such_ply" | "no_plies" | "not_placement" | "no_placement" | "level" | "unknown_opening" | "opening_board" | "opening_clash" | "opening_over" | "opening_answer" | "opening_refused" | "unnamed_game" | "unreadable" | "illegal_record" | "no_games" | "no_such_game" | "one_game" | "records" | "base64" | "format_hexagon" | "format_board" | "format_set_up" | "format_swap" | "format_pass" | "format_variations" | "format_comments" | "format_no_moves" | "format_other" | "node_parent" | "node_quality" | "node_property" | "no_point" | "no_side" | "illegal_tree" | "result" | "width" | "delay" | "no_raster" | "animation" | "damaged" | "encoding_guessed" | "encoding_contradicted" | "rules_guessed" | "pass_added" | "colours_exchanged" | "result_contradicted" | "remark" | "no_library" | "library" | "no_journal" | "journal" | "no_engine" | "engine_start" | "engine_game" | "engine_ended" | "engine_late" | "engine_answer" | "engine_illegal" | "engine_memory" | "no_puzzle" | "puzzle_text" | "certificate_text" | "certificate_damaged" | "certificate_start" | "certificate_step" | "certificate_unchecked";

/** An error or a remark of an answer for programs, beside its text in English. */
export interface Coded {
  code: Code;
  /** Values by name, as the code has them. */
  values?: Record<string, Value>;
}

/** The columns of lists of moves. */
export type Columns = "game" | "go";

/** A file of records, as text or in base64. */
export interface Converted {
  /** The id of the query. */
  id: number | string;
  action: "convert" | "write";
  /** The number of games. */
  games: number;
  /** The file, if its format is text in UTF-8. */
  text: string | null;
  /** The file in base64, if `text` is null. */
  data: string | null;
  limit?: Limit;
  /** Guesses and corrections of the reader, at most 20. */
  remarks?: string[];
}

/** The move of an engine of another program. */
export interface EngineMove {
  /** The id of the query. */
  id: number | string;
  action: "engine";
  /** Whether the engine is still thinking. */
  partial: boolean;
  /** The name of the engine. */
  engine: string;
  /** The move; null in partial answers. */
  move: string | null;
  /** The time since the question, in milliseconds. */
  time_ms: number;
  /** The depth that the engine reports, in plies; null if it reports none. */
  depth: number | null;
  /** The number of positions that it reports. */
  nodes: number | null;
  /** The score for the side to move as the engine writes it: each program has its own scale. */
  score: string | null;
  /** The legal moves of the best line that it reports; empty if it reports none. */
  line: string[];
  /** The last messages of the engine, at most 20. */
  messages: string[];
  limit?: Limit;
}

/** The games of a position in a library, and the moves played there. */
export interface Explored {
  /** The id of the query. */
  id: number | string;
  action: "explore";
  /** The games that went through the position. */
  games: number;
  /** The games that Black won. */
  x: number;
  /** The games that White won. */
  o: number;
  /** The draws. */
  draws: number;
  /** The moves, the most played first. */
  moves: ExploredMove[];
  /** The games with the highest mean rating. */
  top: LibraryGame[];
  /** The newest games. */
  recent: LibraryGame[];
  /** The position in the opening book; missing if the game has no book. */
  book?: BookPosition;
  /** The engine's evaluation of the position, if it is stored. */
  evaluation?: StoredEvaluation;
  limit?: Limit;
}

/** A move that was played in a position. */
export interface ExploredMove {
  /** The move: of its images the first in the order of names. */
  move: string;
  /** The games with it. */
  games: number;
  /** The games that Black won. */
  x: number;
  /** The games that White won. */
  o: number;
  /** The draws. */
  draws: number;
  /** The mean rating of the players who made it; null if none is known. */
  rating: number | null;
  /** The last year in which it was played; null if none is known. */
  last: number | null;
  /** The games that came to the position after it by another move; null if they are not counted. */
  transpositions: number | null;
  /** The number of its images in the position, itself included. */
  images: number;
  /** Its value in the opening book, if the book has one. */
  book?: BookValue;
  /** The engine's evaluation of the position after it, if it is stored. */
  evaluation?: StoredEvaluation;
}

/** Why a record was not replayed to its end. */
export interface Fault {
  /** The number of the move, counted from 1; 0 if the record cannot be read. */
  ply: number;
  move: string | null;
  reason: string;
}

/** Games by their headers; without any field, all. */
export interface Filter {
  /** The colour that this player has. */
  color?: Side;
  /** Only games whose record gives another result than the board. */
  contradicted?: boolean;
  /** An event: the name in any case, with `*` for any text. */
  event?: string;
  /** The greatest number of moves. */
  max_plies?: number;
  /** The highest mean rating of both players. */
  max_rating?: number;
  /** The least number of moves. */
  min_plies?: number;
  /** The lowest mean rating of both players. */
  min_rating?: number;
  /** A player: the name in any case, with `*` for any text. */
  player?: string;
  /** The result by the rules, else that of the record. */
  result?: GameResult;
  /** The first day, as 2006, 2006-08 or 2006-08-06. */
  since?: string;
  /** The last day, as 2006, 2006-08 or 2006-08-06. */
  until?: string;
}

/** A finished game of a tournament. */
export interface FinishedGame {
  /** The number in the schedule, from 0. */
  game: number;
  /** The engines that began as Black and White. */
  players: [string, string];
  /** The winner, an index into `players`; null for a draw. */
  winner: number | null;
  /** Why the game ended. */
  reason: string;
  /** Whether a fault ended it. */
  fault: boolean;
  /** The number of moves. */
  plies: number;
  /** The time of the end, in seconds since 1970. */
  ended: number;
}

/** The value of a rule flag. */
export type Flag = boolean | string;

/** A rule that can be changed. */
export interface FlagInfo {
  name: string;
  /** The usual value. */
  value: string;
  values: string[];
  /** The question that the rule decides. */
  decides: string;
}

/** A format of records by the ending of its files. */
export interface FormatInfo {
  name: string;
  /** Whether files of it are written, too. */
  written: boolean;
  /** Whether it holds variations and comments. */
  variations: boolean;
}

/** The games of a library that were found. */
export interface Found {
  /** The id of the query. */
  id: number | string;
  action: "search";
  /** The games, in the order of their numbers. */
  games: LibraryGame[];
  /** Whether there are more; `after` with the last number finds them. */
  more: boolean;
  limit?: Limit;
}

/** A game in progress. */
export interface GameInProgress {
  /** The number in the schedule, from 0. */
  game: number;
  /** The engines that began as Black and White. */
  players: [string, string];
  /** Whether the engines exchanged colours. */
  swapped: boolean;
  /** The position of the start; null for the empty board. */
  position: string | null;
  /** The moves so far. */
  moves: string[];
  /** The engine whose turn it is, an index into `players`. */
  turn: number;
  /** The time of the turn so far, in milliseconds. */
  turn_ms: number;
  /** The clocks of both engines at the begin of the turn, in milliseconds; null without a limit for the game. */
  left: [number | null, number | null];
  /** The reported values of each engine for its last move; null without a report. */
  last: [ReportedValues | null, ReportedValues | null];
}

/** A game by name. */
export interface GameInfo {
  name: string;
  title: string;
  /** Where the rules come from. */
  source: string;
  shape: Shape;
  default_size: number;
  /** The sides that can be asked for. */
  sizes: number[];
  /** Whether width and height may differ. */
  rectangles: boolean;
  /** The number of stones in a row that wins. */
  length: number;
  /** The lengths that can be asked for. */
  lengths: number[];
  /** Whether colours may be exchanged. */
  swap: boolean;
  flags: FlagInfo[];
}

/** A result of a game. */
export type GameResult = "x" | "o" | "draw" | "unknown";

/** The games and the formats of records. */
export interface Games {
  /** The id of the query. */
  id: number | string;
  action: "games";
  games: GameInfo[];
  /** The formats of records, by the endings of their files. */
  formats: FormatInfo[];
  limit?: Limit;
}

/** Keys of a position, the same on all machines and in all versions: 32 hexadecimal digits. */
export interface Keys {
  /** The same for all orders of moves that lead to the position. */
  position: string;
  /** The same for all images of the position under the symmetries of the board, too. */
  symmetric: string;
}

/** A game of a library. */
export interface LibraryGame {
  /** Its number in the library. */
  id: number;
  /** The name of the game. */
  game: string;
  /** The side of the board, or width and height. */
  size: number | string;
  /** The number of moves. */
  plies: number;
  /** The moves. */
  moves: string[];
  /** The result, x, o or draw; null if it is not known. */
  result: string | null;
  /** Why the game is over; null if it is not known. */
  reason: string | null;
  /** The player of Black. */
  x: string;
  /** The player of White. */
  o: string;
  /** The rating of Black; null if it is not known. */
  x_rating: number | null;
  /** The rating of White; null if it is not known. */
  o_rating: number | null;
  /** The day, or any other text of the record. */
  date: string;
  /** The event. */
  event: string;
  /** The round. */
  round: string;
  /** The place. */
  place: string;
  /** The opening. */
  opening: string;
  /** The file that it was read from. */
  source: string | null;
  /** The line of that file on which it begins, counted from 1. */
  line: number | null;
  /** The result of the record, if the board shows another one. */
  claim?: string;
  /** The number of moves before the position or pattern of a search. */
  ply?: number;
  /** The position with which it begins, if that is not the empty board. */
  position?: string;
}

/** The limit at which an action ended. */
export interface Limit {
  name: LimitName;
  /** The size of the limit in milliseconds, bytes, pixels or games; null for `terminate`. */
  most: number | null;
}

/** The bounded resource; `terminate` if the client ended the action. */
export type LimitName = "time" | "memory" | "output" | "pixels" | "games" | "pending" | "terminate";

/** One of the best lines. */
export interface Line {
  /** The value for the side to move, or for that of `perspective`. */
  score: Score;
  /** The probability that this side wins. */
  winrate: number;
  /** The moves, the best first. */
  pv: string[];
  /** The probability of the first move before the search; null for `swap` and `pass`. */
  prior: number | null;
}

/** A game in a list. */
export interface Listed {
  /** The name of the player of Black. */
  x: string;
  /** The name of the player of White. */
  o: string;
  date: string;
  plies: number;
}

/** The puzzles of a game. */
export interface MadePuzzles {
  /** The id of the query. */
  id: number | string;
  action: "make_puzzles";
  /** The puzzles, in the order of their moves. */
  puzzles: Puzzle[];
  /** The same with their proofs, each the `text` of the action `puzzle`. */
  lines: string[];
  /** The number of searched positions. */
  positions: number;
  /** Whether the whole game was searched. */
  complete: boolean;
  limit?: Limit;
}

/** Moves: a list, or a text with blanks between the moves or without. */
export type Moves = string[] | string;

/** A move and notes on the position after it. The first node is the root, which has neither parent nor move. */
export interface Node {
  comment?: string;
  /** Points with texts on them. */
  labels?: [string, string][];
  marked?: boolean;
  move?: string;
  /** The index of the node before, which comes earlier in the list. */
  parent?: number;
  /** Properties of SGF without a meaning here: by their names the values as they are written, escapes and all. */
  properties?: Record<string, string[]>;
  /** The mark of the move. */
  quality?: "??" | "?" | "?!" | "!?" | "!" | "!!";
  /** In place of a move, points with the stones that they have from there on: `x`, `o`, or null for none. */
  set_up?: [string, Side | null][];
  /** The side to move after `set_up`. */
  to_move?: Side;
}

/** The state of an opening and the answer of the engine. */
export interface Opening {
  /** The id of the query. */
  id: number | string;
  action: "opening";
  /** The rule and what was chosen by it. */
  opening: string;
  moves: string[];
  /** The players who have Black and White now; 0 is the player who began. */
  players: [0 | 1, 0 | 1];
  /** The fifth moves offered so far. */
  offered: string[];
  /** The next task; null once the opening is over. */
  task: OpeningTask | null;
  /** The answer of the engine. */
  answer: string | null;
  /** The reason of the answer in English. */
  why: string | null;
  /** The reason of the answer for programs. */
  reason: OpeningReason | null;
  /** The probability that Black wins after the answer. */
  winrate_black: number | null;
  limit?: Limit;
}

/** The kind of an answer in an opening. */
export type OpeningKind = "place" | "swap" | "count" | "offer" | "pick" | "choose";

/** Why the engine gives its answer. */
export type OpeningReason = { code: "varied" } | { code: "balanced" } | { code: "best" } | { code: "winrate" } | { code: "book" } | { code: "fair_moves"; moves: number } | { code: "best_offer" } | { code: "worst_for_black" };

/** The next decision of a player. */
export interface OpeningTask {
  player: 0 | 1;
  color: Side;
  kind: OpeningKind;
  /** The number of such answers that the player still gives, this one included. */
  left: number;
  /** The allowed points or words; for a number, the largest. */
  allowed: string[];
}

/** Limits set by the operator; null without a limit. */
export interface OperatorLimits {
  /** The time of an action, in milliseconds. */
  time: number | null;
  /** The memory of an action, in bytes. */
  memory: number | null;
  /** The size of an answer, in bytes. */
  output: number | null;
  /** The length of a line, in bytes. */
  line: number;
  /** The size of all waiting queries, in bytes. */
  pending: number;
  /** The number of games with changed rules. */
  games: number | null;
}

/** How a game ended. */
export interface Outcome {
  /** The winner; null for a draw. */
  winner: Side | null;
  /** Why the game is over. */
  reason: "five" | "unbroken five" | "five left by capture" | "captures" | "line" | "foul" | "resigned" | "time" | "fifth capture leaves a five" | "five for both" | "full board" | "no legal move" | "repetition" | "agreed";
}

/** A picture: one of both fields. */
export interface Picture {
  /** The id of the query. */
  id: number | string;
  action: "picture";
  /** PNG or GIF in base64. */
  data?: string;
  limit?: Limit;
  svg?: string;
}

/** The format of a picture. */
export type PictureKind = "svg" | "png" | "gif";

/** The move of a level. */
export interface Played {
  /** The id of the query. */
  id: number | string;
  action: "play";
  move: string;
  level: number;
  score: Score;
  /** The probability that the side that moves wins. */
  winrate: number;
  limit?: Limit;
}

/** A move and the stones that it captured. */
export interface PlayedMove {
  move: string;
  captured: string[];
}

/** How well a player played. */
export interface PlayerReview {
  /** The number of moves. */
  moves: number;
  /** The mean loss of win rate. */
  mean_loss: number;
  /** Moves marked `??`. */
  blunders: number;
  /** Moves marked `?`. */
  mistakes: number;
  /** Moves marked `?!`. */
  inaccuracies: number;
  /** Wins that were missed. */
  missed_wins: number;
  /** The accuracy, 0 to 100. */
  accuracy: number;
}

/** Positions of a game, by the number of moves before them. */
export type Plies = number[] | "all";

/** The state of a game: the fields of `ninuki replay --json --legal`, and more. */
export interface Position {
  /** The id of the query. */
  id: number | string;
  action: "position";
  game: string;
  size: Size;
  plies: number;
  moves: PlayedMove[];
  /** The number of stones that each side has captured. */
  captured: Captured;
  /** The side to move; null if the game is over. */
  to_move: Side | null;
  /** Whether the side to move must break a five. */
  pending_five: boolean;
  /** How the game ended; null if it is not over. */
  outcome: Outcome | null;
  /** The legal placements. */
  legal: string[];
  /** Always null: the moves are legal. */
  error: null;
  /** The position as text. */
  position: string;
  /** The points with stones of each side. */
  stones: Sides;
  /** The stones of lines that have won, or win unless they are broken now. */
  decisive: string[];
  /** The empty points where the rules forbid a placement, by reason. */
  refused: RefusedPoints[];
  /** The points that are forbidden to Black. */
  forbidden: string[];
  /** Whether the side to move may exchange the colours. */
  swap_offered: boolean;
  /** Whether the side to move has no placement and passes. */
  may_pass: boolean;
  /** The keys of the position, with `keys`. */
  keys?: Keys;
  limit?: Limit;
}

/** A puzzle without its solution. */
export interface Puzzle {
  /** Eight hexadecimal digits that depend on game and position. */
  puzzle: string;
  /** The name of the game. */
  game: string;
  /** The flags that differ from the defaults of the game. */
  flags: Record<string, string>;
  /** The side of the board, or width and height as `15x20`. */
  size: Size;
  /** The length of winning lines. */
  length: number;
  /** The position as text. */
  position: string;
  /** The side that is to find the solution. */
  to_move: Side;
  /** Whether one move wins, or one move does not lose. */
  kind: "win" | "only-move";
  /** The most plies until the win. */
  plies: number;
  /** The names of the themes. */
  themes: ("vcf" | "vct" | "defence" | "capture-win" | "capture-endgame" | "broken-five" | "forbidden-trap" | "hexagon-capture")[];
  /** The difficulty, from 0 to 100. */
  difficulty: number;
  /** Where the position comes from. */
  source: string;
}

/** Puzzles of the program. */
export interface Puzzles {
  /** The id of the query. */
  id: number | string;
  action: "puzzles";
  /** The puzzles, in the order of their file. */
  puzzles: Puzzle[];
  /** The number of puzzles that fit, listed or not. */
  total: number;
  limit?: Limit;
}

/** A move and its value for the side that makes it. */
export interface RatedMove {
  move: string;
  score: Score;
  /** The probability that this side wins. */
  winrate: number;
}

/** One game of a file, and a list of its games. */
export interface RecordRead {
  /** The id of the query. */
  id: number | string;
  action: "read";
  /** The number of games in the file. */
  games: number;
  /** The number of this game, counted from 1. */
  number: number;
  /** The first 1000 games in short. */
  list: Listed[];
  rules: string;
  /** The rules in TOML, if the game is not one of the named games. */
  rules_text: string | null;
  size: Size;
  length: number;
  /** The flags that differ from their usual values. */
  flags: Record<string, string>;
  /** The position with which the game begins; null for the empty board. */
  position: string | null;
  about: About;
  /** How the game ended, if not by the rules. */
  result: Result | null;
  /** The moves with their variations, as in the action `write`. */
  tree: Node[];
  /** Parts of the record that cannot be read, at most 20. */
  errors: string[];
  /** The same for programs, in the same order. */
  error_codes: Coded[];
  /** Guesses and corrections of the reader, at most 20. */
  remarks: string[];
  /** The same for programs, in the same order. */
  remark_codes: Coded[];
  /** The result that the record gives, if the board shows another one. */
  contradiction?: string;
  /** The character set of the file, if it is not UTF-8. */
  encoding?: string;
  limit?: Limit;
  /** The result in words, as SGF has it: `B+R`, `W+`, `Void`. */
  result_text?: string;
}

/** An error in a query. */
export interface Refusal {
  /** The id of the query; null if the line has none. */
  id: number | string | null;
  /** The error in English. */
  error: string;
  /** The error for programs. */
  code: Code;
  /** The wrong field, as `moves[2]`; null if the line as a whole is wrong. */
  field: string | null;
  /** The limit that was exceeded, if one was. */
  limit?: Limit;
  /** Values of the error by name, as its code has them. */
  values?: Record<string, Value>;
}

/** Empty points where the rules forbid a placement, and why. */
export interface RefusedPoints {
  /** The reason in English. */
  reason: string;
  /** The reason for programs. */
  code: Code;
  points: string[];
  /** Values of the reason by name, as its code has them. */
  values?: Record<string, Value>;
}

/** A guess or a correction of the reader. */
export interface Remark {
  /** The line of the file, counted from 1. */
  line: number | null;
  text: string;
}

/** Values that an engine reported with its move; null where it did not. */
export interface ReportedValues {
  /** The depth in plies. */
  depth: number | null;
  /** The number of positions. */
  nodes: number | null;
  /** The score for the engine in its own units; ±(30000 − distance) for a forced win or loss. */
  score: number | null;
}

/** Threads and memory of the searches that begin from now on, and their limits. */
export interface Resources {
  /** The id of the query. */
  id: number | string;
  action: "resources";
  /** The threads of each search. */
  threads: number;
  /** The memory of the transposition table, in MiB. */
  hash: number;
  /** The most threads. */
  most_threads: number;
  /** The most memory of the table, in MiB. */
  most_hash: number;
  limit?: Limit;
}

/** The result of a game that did not end by the rules. */
export interface Result {
  /** The winner; null for a draw. */
  winner: Side | null;
  /** Why the game is over. */
  reason: "resigned" | "time" | "agreed";
}

/** A game with the judgement of its moves. */
export interface Review {
  /** The id of the query. */
  id: number | string;
  action: "review";
  /** The file; empty for the game of a query. */
  file: string;
  /** The line of the file, counted from 1; null for the game of a query. */
  line: number | null;
  game: string;
  size: Size;
  /** The name of the player of Black at the end. */
  x: string;
  /** The name of the player of White at the end. */
  o: string;
  plies: number;
  /** The moves; only the last ones if the review ended early. */
  moves: ReviewedMove[];
  /** The win rate of Black before the first of these moves and after each. */
  graph: number[];
  /** The players by name. */
  players: Record<string, PlayerReview>;
  /** How the game ended; null if it is not over. */
  outcome: Outcome | null;
  /** Why the record was not replayed to its end. */
  error: Fault | null;
  /** The result that the record gives, if the board shows another one. */
  contradiction?: string;
  limit?: Limit;
  /** Guesses and corrections of the reader. */
  remarks?: Remark[];
}

/** An answer of a review. */
export type ReviewAnswer = Review | ReviewProgress;

/** The progress of a review. */
export interface ReviewProgress {
  /** The id of the query. */
  id: number | string;
  action: "review";
  partial: true;
  /** The number of judged positions. */
  done: number;
  /** The number of all positions. */
  of: number;
  limit?: Limit;
  /** With `report_moves`: the moves judged since the last report, the last one of the game in the first report that has one. */
  moves?: ReviewedMove[];
}

/** A move of a game and its judgement. */
export interface ReviewedMove {
  /** The number of the move, counted from 1. */
  ply: number;
  /** The name of the player, or the colour. */
  player: string;
  /** The side that moves, x or o. */
  side: Side;
  /** The move. */
  move: string;
  /** The win rate of the side before the move. */
  before: number;
  /** The win rate of the side after the move. */
  after: number;
  /** The loss of win rate, 0 or more. */
  loss: number;
  /** The value of the position before the move. */
  score: Score;
  /** The best move. */
  best: string | null;
  /** The best line. */
  pv: string[];
  /** The mark of the move: `??`, `?`, `?!`, `!?`, `!` or `!!`. */
  mark: string | null;
  /** The length of the win that the move missed, in plies. */
  missed_win: number | null;
}

/** An opening rule that suits a board. */
export interface RuleInfo {
  name: string;
  title: string;
  /** The most fifth moves that may be asked for, N of a name like `soosorv-N`; 0 if the name has no number. */
  most: number;
  /** Whether the game itself begins by this rule. */
  usual: boolean;
}

/** A value for the side to move. */
export type Score = { cp: number } | { win: number } | { loss: number };

/** A sequential test. */
export interface SequentialTest {
  /** The log-likelihood ratio. */
  llr: number;
  /** The ratio at which the first hypothesis is accepted. */
  lower: number;
  /** The ratio at which the second hypothesis is accepted. */
  upper: number;
  /** The accepted hypothesis; null without a decision. */
  accepted: number | null;
}

/** The shape of a board. */
export type Shape = "rectangle" | "hexagon";

/** A side: x is Black, o is White. */
export type Side = "x" | "o";

/** Points of each side. */
export interface Sides {
  x: string[];
  o: string[];
}

/** The side of the board, or width and height as `15x20`. */
export type Size = number | string;

/** The result of the solver. */
export interface Solution {
  /** The id of the query. */
  id: number | string;
  action: "solve";
  /** Whether the side to move wins by threats. */
  proved: boolean;
  /** The length of the win, in plies. */
  plies: number | null;
  /** The moves of the win. */
  pv: string[];
  /** Visited positions. */
  nodes: number;
  /** Without a proof: whether all lines of threats were tried. */
  exhausted: boolean;
  /** With a proof: whether no shorter line of threats wins. */
  shortest: boolean;
  /** The proof as text, for the action `verify`. */
  certificate: string | null;
  limit?: Limit;
}

/** A name and its place; neighbouring points are 1 apart. */
export interface Spot {
  name: string;
  x: number;
  y: number;
}

/** Results of an engine. */
export interface Standing {
  name: string;
  wins: number;
  draws: number;
  losses: number;
  /** The rating in Elo, seen from the first engine of the tournament; null without enough games. */
  elo: number | null;
  /** Half the width of its 95 % interval; null if there is none. */
  margin: number | null;
  /** Games lost by a fault. */
  faults: number;
}

/** The engine's verdict on a position. */
export interface StoredEvaluation {
  /** The win rate of the side to move, 0 to 1. */
  winrate: number;
  /** The nodes of the search. */
  nodes: number;
  /** Plies to a proved win of the side to move, negative to a proved loss. */
  win?: number;
}

/** The number of terminated tasks. */
export interface Terminated {
  /** The id of the query. */
  id: number | string;
  action: "terminate" | "terminate_all";
  terminated: number;
  limit?: Limit;
}

/** The points where a stone makes a threat, by the threat. */
export interface ThreatMap {
  five: string[];
  straight_four: string[];
  double_four: string[];
  four: string[];
  double_three: string[];
  three: string[];
  capture: string[];
  /** Enemy stones that can be captured at once. */
  capturable: string[];
}

/** The points where a stone of each side makes a threat. */
export interface Threats {
  /** The id of the query. */
  id: number | string;
  action: "threats";
  x: ThreatMap;
  o: ThreatMap;
  limit?: Limit;
}

/** The treatment of unknown fields. */
export type UnknownFields = "refuse" | "warn";

/** A value of an error. */
export type Value = number | string;

/** The verdict on a certificate. */
export interface Verdict {
  /** The id of the query. */
  id: number | string;
  action: "verify";
  /** Whether the certificate is a proof. */
  verified: boolean;
  /** The name of the game. */
  game: string | null;
  /** Every rule that differs from the defaults of the game, in words; empty if none does. */
  differences: string | null;
  /** The game on which an own game is based. */
  base: string | null;
  /** The fields of an own game that differ from those of its base. */
  rules: Record<string, string> | null;
  /** The flags that differ. */
  flags: Record<string, string> | null;
  /** The side of the board, or width and height as `15x20`. */
  size: Size | null;
  /** The length of winning lines. */
  length: number | null;
  /** The side that wins, x or o. */
  winner: Side | null;
  /** The most plies until the win. */
  plies: number | null;
  /** The position that is won, as text. */
  position: string | null;
  /** The number of steps of the certificate. */
  steps: number | null;
  /** The text of a compressed certificate. */
  certificate: string | null;
  /** The number of checked positions. */
  positions: number | null;
  /** The limit that ended the check before every reply was tried. */
  ended: "terminated" | "time" | "positions" | "memory" | null;
  /** Why the certificate is not verified. */
  reason: string | null;
  /** The same for programs. */
  problem: Coded | null;
  limit?: Limit;
}

/** Version, games, actions and limits. */
export interface Version {
  /** The id of the query. */
  id: number | string;
  action: "query_version";
  version: string;
  /** The version of queries and answers. */
  protocol: 1;
  /** The version of the schemas of queries and answers; its first number is `protocol`. */
  schema: "1.3";
  /** The hash of the weights. */
  network: string;
  /** The names of the actions. */
  actions: string[];
  /** The names of the games. */
  games: string[];
  /** The names of the libraries of games; the first is used by default. */
  libraries: string[];
  /** The names of the engines of other programs. */
  engines: string[];
  /** The names of the journals of tournaments that can be watched. */
  journals: string[];
  limits: OperatorLimits;
  limit?: Limit;
}

/** An unknown field that does not matter: a line before the answers. */
export interface Warning {
  /** The id of the query. */
  id: number | string;
  /** The warning in English. */
  warning: string;
  /** The warning for programs. */
  code: Code;
  /** The field. */
  field: string | null;
  /** Values of the warning by name, as its code has them. */
  values?: Record<string, Value>;
}

/** A tournament: its standings, its newest games, and those in progress. */
export interface Watched {
  /** The id of the query. */
  id: number | string;
  action: "watch";
  /** The name of the journal. */
  journal: string;
  /** The game with its board, as `renju 15x15`. */
  title: string;
  /** The name of the game. */
  rules: string;
  /** The number of finished games. */
  finished: number;
  /** Whether older lines of the journal are still being read. */
  reading: boolean;
  /** Why the rest of the journal cannot be read; null if it can. */
  problem: string | null;
  /** The engines, the best first. */
  standings: Standing[];
  /** The sequential test; null without one. */
  test: SequentialTest | null;
  /** Finished games, the newest first. */
  games: FinishedGame[];
  /** Whether there are older games. */
  more: boolean;
  /** Games in progress. */
  running: GameInProgress[];
  limit?: Limit;
}

/** A finished game of a tournament, with the fields of a query for its game. */
export interface WatchedGame {
  /** The id of the query. */
  id: number | string;
  action: "watched_game";
  /** The name of the journal. */
  journal: string;
  /** The number in the schedule, from 0; null for the board of the tournament alone. */
  game: number | null;
  /** The name of the game. */
  rules: string | null;
  /** The rules of an own game, in place of a name. */
  rules_text: string | null;
  /** The size of the board. */
  size: Size;
  /** The number of stones in a row that wins, on a hexagon. */
  length: number;
  /** Rules that differ from their usual values. */
  flags: Record<string, string>;
  /** The position of the start; null for the empty board. */
  position: string | null;
  /** The moves. */
  moves: string[];
  /** The number of moves of the opening. */
  book: number;
  /** The engines that began as Black and White. */
  players: [string, string];
  /** Whether the engines exchanged colours. */
  swapped: boolean;
  /** The winner, an index into `players`; null for a draw. */
  winner: number | null;
  /** Why the game ended. */
  reason: string;
  /** The time of each move, in milliseconds. */
  ms: number[];
  /** The reported values for each move; empty without reports. */
  info: (ReportedValues | null)[];
  /** The time of the end, in seconds since 1970. */
  ended: number;
  limit?: Limit;
}

/** The fields of all queries. */
export interface Fields {
  /** review, write: Players, date and event. */
  about?: About;
  /** puzzles, search, watch: The number of a game, only later ones are looked at; or of puzzles or newest games (`watch`) that are skipped. */
  after?: number;
  /** opening: The decisions so far. */
  answers?: Moves;
  /** balance: The target for the side to move, in hundredths of a point. */
  bias?: number;
  /** opening: Whether the opening book decides in the positions that it has; true by default. */
  book?: boolean;
  /** verify: The text of a certificate. */
  certificate?: string;
  /** engine: The time for the whole game and the time left, in milliseconds. */
  clock?: [number, number];
  /** convert, read: The columns of lists of moves in the records: those of the game, or of Go, without I. */
  columns?: Columns;
  /** convert, read, verify: The records in base64. */
  data?: string;
  /** opening: Whether the engine decides, too; true by default. */
  decide?: boolean;
  /** picture: The time of a frame, in milliseconds. */
  delay?: number;
  /** The greatest depth, in plies. */
  depth?: number;
  /** puzzles: The least and the greatest difficulty. */
  difficulty?: [number, number];
  /** convert, read: The character set of `data`, as GBK or windows-1251, whatever the record names. */
  encoding?: string;
  /** engine: The name of an engine of the operator; the first one by default. */
  engine?: string;
  /** analyze: Placements that are not searched. */
  except?: Moves;
  /** search: Finds the pattern with exchanged colours as well. */
  exchanged?: boolean;
  /** explore, search: Games by their headers. */
  filter?: Filter;
  /** Rules that differ from their usual values. */
  flags?: Record<string, Flag>;
  /** convert, read: The format of the records. */
  from?: "sgf" | "psq" | "rec" | "pos" | "pgn" | "lib" | "rif" | "db" | "jsonl" | "txt" | "offset";
  /** watched_game: The number of a game in the schedule of a tournament, from 0. */
  game?: number;
  /** resources: The memory of the shared transposition table, in MiB. */
  hash?: number;
  /** puzzle: The number of hints: the kind of the next move, a stone near it, the move; 0 by default. */
  hints?: number;
  /** analyze: The time added to `left` after each move, in milliseconds. */
  increment?: number;
  /** watch, watched_game: The name of a journal of the operator; the first one by default. */
  journal?: string;
  /** analyze, position: Adds the keys of the position to the last answer. */
  keys?: boolean;
  /** picture: The format of the picture, svg by default; gif shows the whole game. */
  kind?: PictureKind;
  /** analyze: The time left for the whole game, in milliseconds: the search takes its share. */
  left?: number;
  /** The number of stones in a row that wins, on a hexagon. */
  length?: number;
  /** play: The playing level, 10 by default. */
  level?: number;
  /** explore, search: The name of a library of the operator; the first one by default. */
  library?: string;
  /** The most moves (`explore`, all by default), games (`search`, `watch`) or puzzles (100 by default). */
  limit?: number;
  /** analyze, balance: The number of best lines (`analyze`) or moves (`balance`); 1 by default. */
  lines?: number;
  /** write: Leaves out variations, and comments if the format has none. */
  main_line?: boolean;
  /** The moves from that position, or from the start. */
  moves?: Moves;
  /** The most visited positions; 100,000 if there is no other limit. */
  nodes?: number;
  /** read: The number of a game in the file, counted from 1. */
  number?: number;
  /** picture: The first move whose stone shows its number. */
  numbers?: number;
  /** analyze: The only placements that are searched. */
  only?: Moves;
  /** opening: The opening rule, as swap2 or soosorv-8. */
  opening_rule?: string;
  /** analyze: Uses a separate table, so that the answer is reproducible. */
  own_table?: boolean;
  /** search: A part of the board, turned and shifted: rows from the top, `/` between them, with x, o, `.` (empty) and ? (any). */
  pattern?: string;
  /** analyze: The side, x or o, whose values and probabilities the lines have; without it, the side to move. */
  perspective?: Side;
  /** analyze: The positions, by the number of moves before them; without it, the last one. */
  plies?: Plies;
  /** analyze: Adds the policy of the position to the last answer. */
  policy?: boolean;
  /** A set-up position as text. */
  position?: string;
  /** analyze: The priority of each of `plies`, in place of `priority`. */
  priorities?: number[];
  /** Higher priorities run first; 0 by default. */
  priority?: number;
  /** puzzle: The name of a puzzle of the program, eight hexadecimal digits. */
  puzzle?: string;
  /** analyze, engine, review: Sends partial answers, at most one in this many milliseconds. */
  report_every?: number;
  /** review: Sends a partial answer after each position with the moves judged since the last one; none is dropped. */
  report_moves?: boolean;
  /** write: The result, if the game did not end by the rules. */
  result?: Result;
  /** write: The result in words, as SGF has it: `Void`, `W+`. What `result` or the board says otherwise holds. */
  result_text?: string;
  /** A game by name, see `query_version`; without it, the game of the record, or the first of those games. */
  rules?: string;
  /** An own game in TOML, in place of a name. */
  rules_text?: string;
  /** opening, play: The seed of random choices, 0 by default. */
  seed?: number;
  /** solve: Looks for the shortest win. */
  shortest?: boolean;
  /** The side of the board, or width and height as `15x20`; without it, the usual size. */
  size?: Size;
  /** convert, read: Reads lists of moves as stones without an order: positions. */
  stones?: boolean;
  /** terminate: the id of the queries to end. */
  terminate_id?: number | string;
  /** convert, puzzle, read: The records as text. */
  text?: string;
  /** puzzles: The theme of the puzzles. */
  theme?: "vcf" | "vct" | "defence" | "capture-win" | "capture-endgame" | "broken-five" | "forbidden-trap" | "hexagon-capture";
  /** resources: The threads of each search. */
  threads?: number;
  /** The most time, in milliseconds. */
  time?: number;
  /** convert, write: The format of the file that is written. */
  to?: "sgf" | "psq" | "rec" | "pos" | "pgn" | "lib" | "rif" | "db" | "jsonl" | "txt" | "offset";
  /** convert, write: The character set of the written file; by default UTF-8, and for lib that of `data` or windows-1252. */
  to_encoding?: string;
  /** write: The moves: every node comes after the one before it, the first is the root. */
  tree?: Node[];
  /** Whether unknown fields are refused, or each has a warning; refuse by default. */
  unknown_fields?: UnknownFields;
  /** picture: The width of the picture, in pixels. */
  width?: number;
}

/** The fields that describe a game. */
export type Game = Pick<Fields, "rules" | "rules_text" | "size" | "length" | "flags" | "position" | "moves">;

/** The fields that bound a search. */
export type Limits = Pick<Fields, "nodes" | "time" | "depth">;

/** The query of each action, without `id` and `action`. */
export interface Queries {
  /** The best lines of positions of a game. */
  analyze: Game & Limits & Pick<Fields, "left" | "increment"> & Pick<Fields, "plies" | "lines" | "only" | "except" | "perspective"> & Pick<Fields, "priority" | "priorities" | "report_every" | "own_table" | "keys" | "policy">;
  /** The moves with values nearest to a target. */
  balance: Game & Limits & Pick<Fields, "bias" | "lines" | "priority">;
  /** The points of a board; the opening rules that suit it. */
  board: Game;
  /** The moves of the opening book in the position. */
  book: Game;
  /** Clears the transposition table. */
  clear: Record<never, never>;
  /** Records in another format. */
  convert: Game & Pick<Fields, "from" | "to" | "text" | "data" | "encoding" | "columns" | "stones" | "to_encoding" | "priority">;
  /** The move of an engine that the program was started with. */
  engine: Game & Pick<Fields, "engine" | "time" | "clock" | "report_every" | "priority">;
  /** The moves played in the position, and its games, in a library, beside the opening book. */
  explore: Game & Pick<Fields, "library" | "filter" | "limit" | "priority">;
  /** The games with their boards and flags; the formats of records. */
  games: Record<never, never>;
  /** Puzzles from the positions of a game. */
  make_puzzles: Game & Pick<Fields, "priority">;
  /** The next task of an opening, and the answer of the engine. */
  opening: Limits & Pick<Fields, "rules" | "rules_text" | "size" | "flags" | "opening_rule" | "answers" | "decide" | "book" | "seed" | "priority">;
  /** A picture of the position, or of the game move by move. */
  picture: Game & Pick<Fields, "kind" | "width" | "numbers" | "delay" | "priority">;
  /** The move of a playing level. */
  play: Game & Pick<Fields, "level" | "time" | "seed" | "priority">;
  /** Stones, captures, legal and refused points, outcome. */
  position: Game & Pick<Fields, "keys">;
  /** The moves of a puzzle's solver, judged by its certificate. */
  puzzle: Pick<Fields, "puzzle" | "text" | "moves" | "hints">;
  /** Puzzles of the program by game, theme and difficulty. */
  puzzles: Pick<Fields, "rules" | "theme" | "difficulty" | "limit" | "after" | "priority">;
  /** Version, hash of the network, actions, games, libraries, limits. */
  query_version: Record<never, never>;
  /** One game of a record with its variations. */
  read: Game & Pick<Fields, "from" | "text" | "data" | "encoding" | "columns" | "stones" | "number" | "priority">;
  /** Sets threads and memory of searches, or lists them with their limits. */
  resources: Pick<Fields, "threads" | "hash">;
  /** Every move of the game judged. */
  review: Game & Limits & Pick<Fields, "about" | "report_every" | "report_moves" | "priority">;
  /** Games of a library by position, pattern and headers. */
  search: Game & Pick<Fields, "library" | "filter" | "pattern" | "exchanged" | "limit" | "after" | "priority">;
  /** A forced win by threats with its certificate. */
  solve: Game & Pick<Fields, "nodes" | "time" | "shortest" | "priority">;
  /** Ends the queries with this id. */
  terminate: Pick<Fields, "terminate_id">;
  /** Ends all queries. */
  terminate_all: Record<never, never>;
  /** The points where a stone makes a threat or captures. */
  threats: Game;
  /** Whether a certificate is a proof. */
  verify: Pick<Fields, "certificate" | "data" | "nodes" | "time" | "priority">;
  /** Standings, newest games and games in progress of a tournament. */
  watch: Pick<Fields, "journal" | "limit" | "after" | "priority">;
  /** A finished game of a tournament; without a number the board of the tournament. */
  watched_game: Pick<Fields, "journal" | "game" | "priority">;
  /** A list of nodes as a record. */
  write: Game & Pick<Fields, "to" | "to_encoding" | "tree" | "about" | "result" | "result_text" | "main_line" | "priority">;
}

/** The answers of each action. */
export interface AnswersByAction {
  analyze: Analysis;
  balance: Balance;
  board: Board;
  book: Book;
  clear: Cleared;
  convert: Converted;
  engine: EngineMove;
  explore: Explored;
  games: Games;
  make_puzzles: MadePuzzles;
  opening: Opening;
  picture: Picture;
  play: Played;
  position: Position;
  puzzle: Attempt;
  puzzles: Puzzles;
  query_version: Version;
  read: RecordRead;
  resources: Resources;
  review: ReviewAnswer;
  search: Found;
  solve: Solution;
  terminate: Terminated;
  terminate_all: Terminated;
  threats: Threats;
  verify: Verdict;
  watch: Watched;
  watched_game: WatchedGame;
  write: Converted;
}

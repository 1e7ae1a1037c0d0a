// The rules of all games, without promises.

/** A side: x is Black, o is White. */
export type Side = "x" | "o";

/** How a game ended. */
export interface Outcome {
  /** null for a draw. */
  winner: Side | null;
  /** As `five` or `full board`. */
  reason: string;
}

/** A game to be started. */
export interface Choice {
  /** A game by name, as `pente`; `ninuki` by default. */
  rules?: string;
  /** The side of the board, or width and height, as 13, "15x20" or [15, 20]; without it, the usual size. */
  size?: number | string | readonly [number, number];
  /** The number of stones in a row that wins, on a hexagon. */
  length?: number;
  /** Rules that differ from their usual values. */
  flags?: Readonly<Record<string, string | boolean>>;
  /** A set-up position as text. */
  position?: string;
  /** Moves from that position or the empty board: a list, or one text with blanks. */
  moves?: string | readonly string[];
}

/** A move that was played. */
export interface Played {
  /** The name of the move. */
  move: string;
  /** The points of the stones that left the board. */
  captured: string[];
}

/** Keys of a position, those of `ninuki analysis`: 32 hexadecimal digits. */
export interface Keys {
  /** The same for all orders of moves that lead to the position. */
  position: string;
  /** The same for all images of the position under the symmetries of the board, too. */
  symmetric: string;
}

/** A rule that can be changed. */
export interface FlagInfo {
  name: string;
  /** The usual value. */
  value: string;
  values: string[];
}

/** A game of the module. */
export interface GameInfo {
  name: string;
  title: string;
  shape: "rectangle" | "hexagon";
  defaultSize: number;
  sizes: number[];
  /** Whether width and height may differ. */
  rectangles: boolean;
  /** The number of stones in a row that wins. */
  length: number;
  flags: FlagInfo[];
}

/** A move, a position or a choice that is refused. */
export class RulesError extends Error {}

/** A game in progress. */
export class Game {
  /** @throws RulesError if there is no such game, or a move is refused. */
  constructor(choice?: Choice);
  /**
   * The game of a line of a text file: moves, or `position TEXT moves M1 M2 …`. `choice` has the rules and the board.
   * @throws RulesError if the line cannot be read, or a move is refused.
   */
  static parse(record: string, choice?: Omit<Choice, "position" | "moves">): Game;
  readonly rules: string;
  readonly width: number;
  readonly height: number;
  /** The number of stones in a row that wins. */
  readonly length: number;
  /** The side to move; null if the game is over. */
  readonly toMove: Side | null;
  /** The number of stones that each side has captured. */
  readonly captured: Record<Side, number>;
  /** Whether the side to move must break a five. */
  readonly pendingFive: boolean;
  /** Whether the side to move may exchange the colours. */
  readonly swapOffered: boolean;
  /** How the game ended; null if it is not over. */
  readonly outcome: Outcome | null;
  /** The moves so far. */
  readonly moves: string[];
  /** The position as text. */
  readonly position: string;
  readonly keys: Keys;
  /** The points with stones of each side. */
  readonly stones: Record<Side, string[]>;
  /** The legal moves: placements, then `pass` if there are none, then `swap` if it is offered; none if the game is over. */
  legal(): string[];
  /** Whether a move is legal. */
  isLegal(move: string): boolean;
  /**
   * Returns the name of a legal move.
   * @throws RulesError with the rule that forbids it.
   */
  check(move: string): string;
  /**
   * The name of a point or a move that is written otherwise: `9,9` is `K10`.
   * @throws RulesError if there is no such point.
   */
  name(move: string): string;
  /**
   * Plays a move. Black's fouls in games that punish them are no legal moves, but are played: they lose.
   * @throws RulesError if it is refused; the game is unchanged.
   */
  play(move: string): Played;
  /** Takes the newest move back and returns its name, captured stones and all; null if there is none. */
  undo(): string | null;
  /** A copy that is continued independently. */
  copy(): Game;
  /** The game as a line of a text file, which `Game.parse` reads. */
  toString(): string;
  /** Frees the memory of the game now, not when it is collected. The game must not be used any more. */
  free(): void;
}

/** The games of the module. */
export function games(): GameInfo[];

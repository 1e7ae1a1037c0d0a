// The element <ninuki-board>.

import type { Ninuki } from "./index.js";

/** What the events of a board tell. */
export interface NinukiBoardEvents {
  /** The game is shown. */
  "ninuki-ready": CustomEvent<null>;
  /** Another position is shown. */
  "ninuki-ply": CustomEvent<{ ply: number }>;
  /** A move was played on the board. */
  "ninuki-move": CustomEvent<{ move: string; moves: string[] }>;
  /** The game cannot be shown. */
  "ninuki-error": CustomEvent<{ error: Error }>;
}

/**
 * A board with a game. Attributes: `rules`, `size`, `position`, `moves` or `src` (the address of a record; a record can
 * also stand in the element), `ply`, `numbers`, `controls="none"`, `interactive`, `theme` (`dark` or `plain`).
 */
export class NinukiBoard extends HTMLElement {
  /** The engine of all boards on a page; null until the first one is shown. */
  static engine: Ninuki | Promise<Ninuki> | null;
  /** The moves of the game. */
  readonly moves: string[];
  /** The number of moves that are shown. */
  readonly ply: number;
  /** Shows the position after `ply` moves. */
  goTo(ply: number): Promise<void>;
  /** Plays a move after the moves that are shown. False if the rules refuse it. */
  play(move: string): Promise<boolean>;
}

declare global {
  interface HTMLElementTagNameMap {
    "ninuki-board": NinukiBoard;
  }
}

// Picking up and putting down: by drag, by two taps, by keyboard.

import type { LegalMove, LegalMoves } from '../../lib/protocol.ts';
import { squareIndex, type HandKind } from '../../lib/shogi/sfen.ts';

export type Held = { square: number; drop: null } | { square: null; drop: HandKind };

/** The two moves between which the player chooses. */
export interface PromotionChoice {
  to: number;
  promote: string;
  keep: string;
}

export class BoardInput {
  held = $state.raw<Held | null>(null);
  choice = $state.raw<PromotionChoice | null>(null);
  legal = $state.raw<LegalMoves | null>(null);
  private readonly onmove: (usi: string) => void;

  constructor(onmove: (usi: string) => void) {
    this.onmove = onmove;
  }

  targets = $derived<Set<number>>(new Set(this.movesOf(this.held).map((move) => squareIndex(move.to))));

  /** The legal moves of the position shown; with another position no piece is held. */
  reset(legal: LegalMoves | null): void {
    // The server may answer twice for one position: the piece stays in the player's hand.
    const same = legal !== null && legal.sfen === this.legal?.sfen;
    this.legal = legal;
    if (same) return;
    this.held = null;
    this.choice = null;
  }

  movesOf(held: Held | null): LegalMove[] {
    if (!held || !this.legal) return [];
    return this.legal.moves.filter((move) =>
      held.drop ? move.drop === held.drop : move.from !== null && squareIndex(move.from) === held.square,
    );
  }

  canHold(held: Held): boolean {
    return this.movesOf(held).length > 0;
  }

  /** Takes a piece in hand if it has moves, or in any case; returns whether it is held. */
  hold(held: Held, any = false): boolean {
    this.held = any || this.canHold(held) ? held : null;
    return this.held !== null;
  }

  isHeld(held: Held): boolean {
    return this.held?.square === held.square && this.held?.drop === held.drop;
  }

  /** Puts the held piece down; gives whether that was a move. */
  put(square: number): boolean {
    const moves = this.movesOf(this.held).filter((move) => squareIndex(move.to) === square);
    const promote = moves.find((move) => move.promote);
    const keep = moves.find((move) => !move.promote);
    if (promote && keep) this.choice = { to: square, promote: promote.usi, keep: keep.usi };
    else if (moves[0]) this.play(moves[0].usi);
    else return false;
    return true;
  }

  choose(promote: boolean): void {
    if (this.choice) this.play(promote ? this.choice.promote : this.choice.keep);
  }

  cancel(): void {
    this.held = null;
    this.choice = null;
  }

  private play(usi: string): void {
    this.cancel();
    this.onmove(usi);
  }
}

// The arithmetic of futility pruning and of the null move, in the units of the Bonanza paper: a pawn exchanged is 100.

/** A move at a node P, with what is known before it is searched, and its true value. */
export interface Candidate {
  id: 'silver' | 'pawn' | 'push' | 'king' | 'back' | 'drop';
  /** Material won: Mcap(m). */
  gain: number;
  /** Change of the terms of the moved piece and a king: Mpiece-king(m). */
  pieceKing: number;
  isKing?: true;
  /** Value of the position after it, for the player to move: at the frontier by evaluation, above it by search. */
  value: number;
  deeper: number;
}

export const PAWN = 100;
/** Static evaluation of P, of which the material is 0. */
export const EVALUATION = 60;
/** Fitted to nothing: an example. A quiet king move is worth more than any capture but one. */
export const CANDIDATES: readonly Candidate[] = [
  { id: 'silver', gain: 500, pieceKing: 10, value: 590, deeper: 840 },
  { id: 'king', gain: 0, pieceKing: 0, isKing: true, value: 480, deeper: 510 },
  { id: 'drop', gain: 0, pieceKing: 80, value: 320, deeper: 390 },
  { id: 'pawn', gain: 100, pieceKing: 0, value: 180, deeper: 730 },
  { id: 'push', gain: 0, pieceKing: -20, value: 150, deeper: 620 },
  { id: 'back', gain: 0, pieceKing: -60, value: 20, deeper: -80 },
];

/** Upper bound by material alone, (4): M(P) + Mcap(m) + Vmax. */
export const materialBound = ({ gain }: Candidate, vmax: number): number => gain + vmax;
/** Upper bound by the change of the evaluation, (6) with (8): E(P) + Mcap(m) + Mpiece-king(m) + Vmax(m); for kings thrice the margin. */
export const changeBound = ({ gain, pieceKing, isKing }: Candidate, vmax: number): number =>
  EVALUATION + gain + (isKing ? 3 * vmax : pieceKing + vmax);

/** `cut`: skipped, and rightly; `wrong`: skipped although it beats alpha. */
export type Verdict = 'kept' | 'cut' | 'wrong';
export const verdictOf = (bound: number, value: number, alpha: number): Verdict => (bound > alpha ? 'kept' : value > alpha ? 'wrong' : 'cut');

/** How much less deep a pass is searched: 3 plies from depth 7 on, else 2; not at depth 1. */
export const reductionOf = (depth: number): number => (depth < 2 ? 0 : depth >= 7 ? 3 : 2);

export interface Passing {
  /** Value after a pass, searched less deeply, and of the best real move. */
  pass: number;
  moves: readonly number[];
}
export const PASSINGS: Record<'usual' | 'zugzwang', Passing> = {
  usual: { pass: 520, moves: [640, 580, 310] },
  zugzwang: { pass: 520, moves: [120, 60, -240] },
};

/** What a search with the null move returns at such a node, and whether that is right. */
export function nullMove({ pass, moves }: Passing, beta: number, on: boolean): { value: number; byPass: boolean; right: boolean } {
  const best = Math.max(...moves);
  const byPass = on && pass >= beta;
  return { value: byPass ? beta : best, byPass, right: !byPass || best >= beta };
}

// The goals of one side over some turns of a real game, as the program found them, and what they add to a leaf.

import type { GoalKind, GoalSource, Words } from '../protocol.ts';
import { applyMove, formatSfen, parseSfen, squareIndex, type Kind, type Position } from '../shogi/sfen.ts';
import { turns } from './goals.json';

export interface Goal {
  kind: GoalKind;
  piece: string;
  square: string;
  source: GoalSource;
  priority: number;
  /** Moves needed. */
  needs: number;
  kept: boolean;
  /** First move of its plan. */
  next: string;
}

export interface Turn {
  ply: number;
  sfen: string;
  /** The move before, and the one that is played. */
  last: string;
  move: string;
  castle: { name: Words; have: number; of: number };
  achieved: Words[];
  dropped: Words[];
  goals: Goal[];
}

type Row = [GoalKind, string, string, GoalSource, number, number, boolean, string];
export const TURNS: readonly Turn[] = turns.map((turn) => ({
  ...turn,
  goals: (turn.goals as Row[]).map(([kind, piece, square, source, priority, needs, kept, next]) => ({ kind, piece, square, source, priority, needs, kept, next })),
}));
/** The turn at which White climbs with the silver. */
export const CLIMB = TURNS.find(({ ply }) => ply === 26)!;

/** (3) of the paper: alpha s / s_max; alpha is the value of a knight, as in the program. */
export const ALPHA = 225;
export const bonus = (sum: number, most: number): number => Math.round((ALPHA * Math.min(sum, most)) / most);

/** The position with a piece of the side to move put on a square: a hypothesis. */
export function withPiece(sfen: string, piece: string, square: string): Position {
  const position = parseSfen(sfen)!;
  const board = [...position.board];
  board[squareIndex(square)] = { kind: piece.at(-1) as Kind, promoted: piece.startsWith('+'), side: position.turn };
  return { ...position, board };
}

/** The position after moves of one side alone. */
export function afterAlone(sfen: string, moves: readonly string[]): Position {
  const start = parseSfen(sfen)!;
  return moves.reduce((position, usi) => ({ ...applyMove(position, usi), turn: start.turn }), start);
}

export const sfenOf = (position: Position): string => formatSfen(position);

// Lines of moves with passes, as the server proves reasons.

import { other } from '../sides.ts';
import { applyMove, formatSfen, parseSfen } from './sfen.ts';

/** A pass in a line of USI moves. */
export const PASS = 'pass';

/** The position with the other side to move. */
export function passed(sfen: string): string {
  const position = parseSfen(sfen);
  return position ? formatSfen({ ...position, turn: other(position.turn) }) : '';
}

/** The positions before and after each move of a line; none if it begins nowhere. */
export function positionsOf(start: string, moves: readonly string[]): string[] {
  let position = parseSfen(start);
  if (!position) return [];
  const found = [start];
  for (const move of moves) {
    position = move === PASS ? { ...position, turn: other(position.turn) } : applyMove(position, move);
    found.push(formatSfen(position));
  }
  return found;
}

// The level that follows a person: one up after a win, one down after a loss, so that half of the games are won.

import type { PlayState, Seat } from './protocol.ts';

/** The built-in opponent's seat of a game with a person; null in other games. */
export function levelSeat({ black, white }: PlayState): Extract<Seat, { type: 'engine' }> | null {
  const [one, other] = black.type === 'human' ? [black, white] : [white, black];
  return one.type === 'human' && other.type === 'engine' ? other : null;
}

/** The level of the next game after this one, of levels 1 to `count`; null if it says nothing about strength. */
export function nextLevel(game: PlayState, count: number): number | null {
  const seat = levelSeat(game);
  const winner = game.result?.winner;
  if (!seat || !winner) return null;
  const step = game[winner].type === 'human' ? 1 : -1;
  return Math.min(count, Math.max(1, seat.level + step));
}

/** The seat with the level that a new game has. */
export const atLevel = (seat: Seat, level: number): Seat => (seat.type === 'engine' ? { ...seat, level } : seat);

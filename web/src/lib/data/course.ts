// A player's analysed games one after the other.

import type { PhaseFigures, PlayerGame } from '../protocol.ts';
import { PHASES } from './phases.ts';

export const MEASURES = ['whole', ...PHASES, 'errors'] as const;
export type Measure = (typeof MEASURES)[number];

/** Mean loss of win rate a move, in per cent; null without moves. */
export const lossOf = ({ moves, mean_loss }: PhaseFigures): number | null => (moves === 0 ? null : mean_loss * 100);

/** The value of a measure for a game: per cent lost a move, or a number of mistakes and blunders. */
export function valueOf(game: PlayerGame, measure: Measure): number | null {
  if (measure === 'whole') return lossOf(game.whole);
  if (measure === 'errors') return (game.whole.classes[2] ?? 0) + (game.whole.classes[3] ?? 0);
  return lossOf(game.phases[PHASES.indexOf(measure)] ?? game.whole);
}

/** Mean of the known values; null if all are unknown. */
export function mean(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** At each value the mean of the last `over` known ones; null before there are enough. */
export function running(values: (number | null)[], over: number): (number | null)[] {
  const known: number[] = [];
  return values.map((value) => {
    if (value === null) return null;
    known.push(value);
    return known.length < over ? null : mean(known.slice(-over));
  });
}

/** The next larger round number: 1, 2 or 5 times a power of ten. */
export function ceiling(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 5, 10].find((step) => step * power >= value - 1e-9) ?? 10) * power);
}

// The engines' evaluations of a game between them, from Black's view.

import type { MatchLiveGame, Side } from '../protocol.ts';
import { shortEval } from './evaluation.ts';
import type { Lang } from './notation.ts';
import { parseSfen } from './sfen.ts';

/** Centipawns that represent a mate. */
const MATE_CP = 32_000;

type Scored = Pick<MatchLiveGame, 'start' | 'moves' | 'opening_plies' | 'scores'>;

/** The side that is to move after so many moves. */
export const turnAt = ({ start }: Pick<Scored, 'start'>, ply: number): Side =>
  (parseSfen(start)?.turn === 'white') === (ply % 2 === 0) ? 'white' : 'black';

/** The last evaluation of each side up to a ply; null without one. */
export function lastScores(game: Scored, ply: number): Record<Side, number | null> {
  const found: Record<Side, number | null> = { black: null, white: null };
  for (let at = Math.min(ply, game.moves.length) - 1; at >= game.opening_plies; at -= 1) {
    const side = turnAt(game, at);
    found[side] ??= game.scores[at - game.opening_plies] ?? null;
    if (found.black !== null && found.white !== null) break;
  }
  return found;
}

export function scoreText(cp: number | null, lang: Lang): string {
  if (cp === null) return '–';
  if (Math.abs(cp) < MATE_CP) return shortEval({ cp, mate: null, win_rate: 0.5 }, lang);
  return `${cp < 0 ? '−' : '+'}${lang === 'ja' ? '詰み' : '#'}`;
}

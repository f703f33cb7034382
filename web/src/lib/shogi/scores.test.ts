import { describe, expect, it } from 'vitest';
import { lastScores, scoreText, turnAt } from './scores.ts';
import { EVEN_SFEN } from './sfen.ts';

const game = { start: EVEN_SFEN, moves: ['7g7f', '3c3d', '2g2f', '8c8d', '2f2e'], opening_plies: 2, scores: [30, null, 45] };

describe('evaluations of a game between engines', () => {
  it('belong to the side that moved', () => {
    expect(turnAt(game, 0)).toBe('black');
    expect(turnAt({ start: EVEN_SFEN.replace(' b ', ' w ') }, 1)).toBe('black');
    expect(lastScores(game, 5)).toEqual({ black: 45, white: null });
    expect(lastScores(game, 4)).toEqual({ black: 30, white: null });
    expect(lastScores(game, 2)).toEqual({ black: null, white: null });
    expect(lastScores({ ...game, scores: [30, -20, 45] }, 99)).toEqual({ black: 45, white: -20 });
  });

  it('are short', () => {
    expect(scoreText(null, 'en')).toBe('–');
    expect(scoreText(-120, 'en')).toBe('−120');
    expect(scoreText(32_000, 'ja')).toBe('+詰み');
    expect(scoreText(-32_000, 'en')).toBe('−#');
  });
});

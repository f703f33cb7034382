import { describe, expect, it } from 'vitest';
import type { PhaseFigures, PlayerGame } from '../protocol.ts';
import { ceiling, mean, running, valueOf } from './course.ts';

const figures = (moves: number, mean_loss: number, classes: [number, number, number, number] = [0, 0, 0, 0]): PhaseFigures => ({ moves, mean_loss, classes });
const game: PlayerGame = {
  game: 1, date: '', opponent: '', side: 'black', result: 'won',
  whole: figures(30, 0.02, [4, 3, 2, 1]), phases: [figures(20, 0.01), figures(10, 0.04), figures(0, 0)],
};

describe('the course of a player', () => {
  it('measures games', () => {
    expect(valueOf(game, 'whole')).toBe(2);
    expect(valueOf(game, 'middle')).toBe(4);
    expect(valueOf(game, 'endgame')).toBeNull();
    expect(valueOf(game, 'errors')).toBe(3);
  });

  it('averages known values', () => {
    expect(mean([1, null, 3])).toBe(2);
    expect(mean([null])).toBeNull();
    expect(running([1, 3, null, 5], 2)).toEqual([null, 2, null, 4]);
  });

  it('ends its scale at a round number', () => {
    expect([0, 0.7, 1, 3, 7, 12, 50].map(ceiling)).toEqual([1, 1, 1, 5, 10, 20, 50]);
  });
});

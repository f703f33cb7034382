import { describe, expect, it } from 'vitest';
import { branchOf, lineOf, modeOf, sameKept, type Step } from './line.ts';

const step = (name: string): Step => ({ position: { diagram: name, turn: 'black', ko: null, prisoners: [0, 0] }, move: name });

describe('lines that leave a game', () => {
  const game = [step('start'), step('A1'), step('B2')];

  it('comes back from where it left and its moves', () => {
    const line = [...game.slice(0, 2), step('C3'), step('D4')];
    const branch = branchOf(game, line);
    expect(branch).toEqual({ from: 1, moves: ['C3', 'D4'] });
    expect(lineOf(game, branch, line.slice(2).map(({ position }) => position))).toEqual(line);
  });

  it('is the game itself without moves', () => {
    expect(branchOf(game, game)).toEqual({ from: 0, moves: [] });
    expect(lineOf(game, branchOf(game, game), [])).toBe(game);
    expect(branchOf(game, [...game, step('C3')])).toEqual({ from: 2, moves: ['C3'] });
  });

  it('compares what is kept without the order of its fields', () => {
    const branch = { from: 1, moves: ['A1'] };
    const kept = { rules: 'japanese', branch, review: null };
    expect(sameKept(kept, { review: null, rules: 'japanese', branch: { moves: ['A1'], from: 1 } })).toBe(true);
    expect(sameKept(kept, { ...kept, rules: 'aga' })).toBe(false);
    expect(sameKept(kept, { ...kept, branch: { from: 1, moves: [] } })).toBe(false);
    expect(sameKept(kept, { ...kept, review: { rules: 'japanese', branch, moves: [] } })).toBe(false);
  });

  it('knows modes by name', () => {
    expect([modeOf('review'), modeOf('x'), modeOf(null)]).toEqual(['review', null, null]);
  });
});

import { describe, expect, it } from 'vitest';
import { CANDIDATES, changeBound, materialBound, nullMove, PASSINGS, PAWN, reductionOf, verdictOf } from './pruning.ts';

const ids = (verdict: string, found: string[]) => found.filter((line) => line.startsWith(verdict));
const judge = (of: typeof materialBound, vmax: number, alpha: number, margin = 0, deeper = false) =>
  CANDIDATES.map((move) => `${verdictOf(of(move, vmax) + margin, deeper ? move.deeper : move.value, alpha)} ${move.id}`);

describe('futility pruning', () => {
  it('by material alone cuts nothing with the 15 pawns that shogi needs, and errs with the 3 of chess', () => {
    expect(ids('cut', judge(materialBound, 15 * PAWN, 450))).toEqual([]);
    expect(ids('wrong', judge(materialBound, 3 * PAWN, 450))).toEqual(['wrong king']);
  });

  it('by the change of the evaluation cuts rightly with 4 pawns, 12 for the king', () => {
    const found = judge(changeBound, 4 * PAWN, 450);
    expect(ids('wrong', found)).toEqual([]);
    expect(ids('cut', found)).toEqual(['cut push', 'cut back']);
    expect(ids('wrong', judge(changeBound, PAWN, 450))).toEqual(['wrong king']);
  });

  it('one ply higher needs the further margin of 2 pawns', () => {
    expect(ids('wrong', judge(changeBound, 4 * PAWN, 700, 0, true))).toEqual(['wrong pawn']);
    const found = judge(changeBound, 4 * PAWN, 700, 2 * PAWN, true);
    expect(ids('wrong', found)).toEqual([]);
    expect(ids('cut', found)).toEqual(['cut push', 'cut back']);
  });
});

describe('the null move', () => {
  it('is searched two or three plies less deeply', () => {
    expect([1, 2, 6, 7, 9].map(reductionOf)).toEqual([0, 2, 2, 3, 3]);
  });

  it('is right unless every move harms', () => {
    expect(nullMove(PASSINGS.usual, 400, true)).toEqual({ value: 400, byPass: true, right: true });
    expect(nullMove(PASSINGS.zugzwang, 400, true)).toEqual({ value: 400, byPass: true, right: false });
    expect(nullMove(PASSINGS.zugzwang, 400, false)).toEqual({ value: 120, byPass: false, right: true });
    expect(nullMove(PASSINGS.usual, 600, true)).toMatchObject({ byPass: false, value: 640 });
  });
});

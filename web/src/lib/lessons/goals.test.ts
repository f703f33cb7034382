import { describe, expect, it } from 'vitest';
import { legalUsi } from '../school/rules.ts';
import { applyMove, parseSfen } from '../shogi/sfen.ts';
import { afterAlone, ALPHA, bonus, CLIMB, TURNS, withPiece } from './goals.ts';

describe('the goals of White', () => {
  it('are of one game, whose moves are legal', () => {
    for (const [place, turn] of TURNS.entries()) {
      const position = parseSfen(turn.sfen)!;
      expect(position.turn).toBe('white');
      expect(legalUsi(position)).toContain(turn.move);
      const next = TURNS[place + 1];
      if (next) expect(applyMove(applyMove(position, turn.move), next.last).board).toEqual(parseSfen(next.sfen)!.board);
    }
  });

  it('are achieved by the climb of the silver, which blocks the knight', () => {
    expect(CLIMB.move).toBe('4b3c');
    const after = TURNS.find(({ ply }) => ply === 28)!;
    expect(after.achieved.map(({ en }) => en)).toEqual(['silver to 3c']);
    expect(after.castle.have).toBe(CLIMB.castle.have + 1);
    expect(after.dropped.map(({ en }) => en)).toEqual(['knight to 2e', 'knight to 4e']);
    // Those that are kept were there before.
    const names = (turn: typeof after) => turn.goals.map(({ kind, piece, square }) => `${kind} ${piece} ${square}`);
    for (const [place, goal] of after.goals.entries()) expect(names(CLIMB).includes(names(after)[place]!), names(after)[place]).toBe(goal.kept);
  });

  it('have a plan of two moves for the knight, and a capture that it makes possible', () => {
    const knight = CLIMB.goals.find(({ piece, square }) => piece === 'N' && square === '6e')!;
    expect([knight.needs, knight.priority, knight.next]).toEqual([2, 281, '8a7c']);
    expect(legalUsi(parseSfen(CLIMB.sfen)!)).toContain('8a7c');
    expect(legalUsi(afterAlone(CLIMB.sfen, ['8a7c']))).toContain('7c6e');
    const supposed = withPiece(CLIMB.sfen, 'N', '6e');
    expect(legalUsi(supposed)).toContain('6e7g+');
    expect(legalUsi(parseSfen(CLIMB.sfen)!)).not.toContain('6e7g+');
  });

  it('add at most the value of a knight to a leaf', () => {
    const most = CLIMB.goals.reduce((sum, { priority }) => sum + priority, 0);
    expect([bonus(0, most), bonus(most, most), bonus(2 * most, most)]).toEqual([0, ALPHA, ALPHA]);
    expect(bonus(most / 2, most)).toBe(Math.round(ALPHA / 2));
  });
});

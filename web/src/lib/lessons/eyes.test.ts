import { describe, expect, it } from 'vitest';
import { parseDiagram } from '../go/board.ts';
import { ANSWERED, EYES, REGIONS } from './boards.ts';
import { answerTo, joined, judge, strikeOf, withStones } from './eyes.ts';

describe('false eyes', () => {
  it('need two diagonals, in a corner one', () => {
    const needed = Object.entries(EYES).map(([place, { diagram, eye, diagonals }]) => {
      const board = parseDiagram(diagram)!;
      const at = diagonals.findIndex((_, count) => {
        const stones = withStones(board, diagonals.slice(0, count + 1).map((point) => [point, 'white']));
        return strikeOf(stones, joined(stones, diagonals.slice(0, count + 1)), eye) !== null;
      });
      return [place, at + 1];
    });
    expect(needed).toEqual([['middle', 2], ['edge', 2], ['corner', 1]]);
  });

  it('are judged by region as the program judges them', () => {
    const found = Object.entries(REGIONS).map(([name, { diagram, region }]) => {
      const board = parseDiagram(diagram)!;
      const walls = board.stones.flatMap((stone, at) => (stone === 'black' ? [at] : []));
      const { left, canLive } = judge(board, new Set(walls), region);
      return [name, region.length, left.length, canLive];
    });
    expect(found).toEqual([['row', 5, 0, false], ['pair', 12, 2, false], ['three', 15, 3, true]]);
  });

  it('have a defender: every intrusion into the room is answered', () => {
    const board = parseDiagram(ANSWERED.diagram)!;
    const walls = board.stones.flatMap((stone, at) => (stone === 'black' ? [at] : []));
    expect(judge(board, new Set(walls), ANSWERED.region).canLive).toBe(true);
    for (const intrusion of ANSWERED.region) expect(answerTo(board, walls, 'black', intrusion, ANSWERED.region), String(intrusion)).not.toBeNull();
  });
});

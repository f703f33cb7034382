import { describe, expect, it } from 'vitest';
import type { MoveReport, TreeNode } from '../protocol.ts';
import { applyMove, EVEN_SFEN, formatSfen, parseSfen } from '../shogi/sfen.ts';
import { courseOf, pliesOf, variationOf } from './course.ts';

function line(start: string, ...moves: string[]): TreeNode[] {
  let position = parseSfen(start)!;
  return ['', ...moves].map((usi, ply) => {
    if (usi) position = applyMove(position, usi);
    return { id: ply, parent: ply ? ply - 1 : null, children: [], ply, kind: ply ? 'move' : 'start', usi, text: usi, sfen: formatSfen(position), turn: position.turn, check: false, time_ms: null, comment: '', fault: '' };
  });
}

const judged = (node: number, cp: number, loss: number, missed: number | null = null): MoveReport => ({
  node, ply: node, side: 'black', usi: '', kif: '', sfen: '', eval_cp: cp, mate: null, win_rate: 1 / (1 + Math.exp((-3 * cp) / 1000)), best: '', pv: [], pv_kif: [],
  depth: 8, nodes: 1_000, loss, class: loss >= 0.05 ? 'inaccuracy' : null, missed_mate: missed, goals: [], castles: [], goal_report: null,
});

describe('a variation', () => {
  const game = line(EVEN_SFEN, '7g7f', '3c3d', '2g2f', '8c8d');
  const other = line(EVEN_SFEN, '7g7f', '3c3d', '6g6f', '8c8d', '8h7g');
  const leaving = [...game.slice(0, 3), ...other.slice(3).map((node) => ({ ...node, id: node.id + 100 }))];

  it('begins where it leaves the game', () => {
    expect(variationOf(game, game)).toBeNull();
    expect(variationOf(game, leaving)!.map((node) => node.id)).toEqual([2, 103, 104, 105]);
    expect(variationOf(game, game.slice(0, 2))).toBeNull();
  });

  it('leaves the game its plies, and adds those behind its end', () => {
    const of = (nodes: TreeNode[]) => courseOf(nodes, null, new Map(), 'win');
    expect(pliesOf(of(game), of(variationOf(game, leaving)!.slice(0, 2)))).toEqual([0, 1, 2, 3, 4]);
    expect(pliesOf(of(game), of(variationOf(game, leaving)!))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(pliesOf(of(game), null)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('course', () => {
  const game = line(EVEN_SFEN, '7g7f', '3c3d', '2g2f');
  const moves = new Map([judged(1, 40, 0.01), judged(3, -9_000, 0.3, 5)].map((m) => [m.node, m]));

  it('has one value for every ply, gaps where nothing is known, marks at mistakes', () => {
    const course = courseOf(game, { cp: 0, mate: null, win_rate: 0.5 }, moves, 'cp');
    expect(course.plies).toEqual([0, 1, 2, 3]);
    expect(course.values).toEqual([0, 40, null, -2_000]);
    expect(course.marks).toEqual([{ ply: 3, node: 3, loss: 0.3, mate: true }]);
    expect(courseOf(game, null, moves, 'win').values[0]).toBeNull();
  });
});

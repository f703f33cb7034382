// The course of a game as data for the graph.

import type { Evaluation, MoveReport, TreeNode } from '../protocol.ts';
import { evalAfter } from '../shogi/evaluation.ts';

/** Centipawns beyond this are drawn at it. */
export const CP_LIMIT = 2_000;

export interface CourseMark {
  ply: number;
  node: number;
  /** Win rate lost, 0..=1: the size of the dot. */
  loss: number;
  mate: boolean;
}

export interface Course {
  plies: number[];
  values: (number | null)[];
  marks: CourseMark[];
}

const valueOf = (value: Evaluation, unit: 'win' | 'cp'): number =>
  unit === 'win' ? value.win_rate * 100 : Math.max(-CP_LIMIT, Math.min(CP_LIMIT, value.cp));

/** One value for every ply of a line; gaps where it is unknown. */
export function courseOf(
  line: readonly TreeNode[],
  start: Evaluation | null,
  moves: ReadonlyMap<number, MoveReport>,
  unit: 'win' | 'cp',
): Course {
  const course: Course = { plies: [], values: [], marks: [] };
  for (const node of line) {
    if (node.kind !== 'start' && node.kind !== 'move') continue;
    const move = moves.get(node.id);
    const value = node.kind === 'start' ? start : move ? evalAfter(move) : null;
    course.plies.push(node.ply);
    course.values.push(value ? valueOf(value, unit) : null);
    if (move && (move.class !== null || move.missed_mate !== null)) {
      course.marks.push({ ply: node.ply, node: node.id, loss: move.loss, mate: move.missed_mate !== null });
    }
  }
  return course;
}

/** The part of a line that leaves the game, with the node where it does; null for the game itself. */
export function variationOf(game: readonly TreeNode[], line: readonly TreeNode[]): TreeNode[] | null {
  const leaves = line.findIndex((node, i) => game[i]?.id !== node.id);
  return leaves < 0 ? null : line.slice(Math.max(0, leaves - 1));
}

/** The plies of a game, and those that a variation adds behind its end. */
export function pliesOf(game: Course, variation: Course | null): number[] {
  const end = game.plies.at(-1) ?? -1;
  return [...game.plies, ...(variation?.plies ?? []).filter((ply) => ply > end)];
}

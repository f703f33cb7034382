// The icicle of a search: every node a bar as wide as its nodes, below its parent.

import type { LensNode } from '../protocol.ts';

/** The meaning of the colours. */
export const GROUPS = ['searched', 'beta', 'table', 'null-move', 'futility', 'prob-cut', 'leaf', 'other'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Record<string, Group> = {
  searched: 'searched', beta: 'beta', table: 'table', 'null-move': 'null-move', futility: 'futility', razoring: 'futility',
  'prob-cut': 'prob-cut', 'multi-cut': 'prob-cut', leaf: 'leaf', 'stand-pat': 'leaf',
};
export const groupOf = (cause: string): Group => GROUP_OF[cause] ?? 'other';

export interface Bar {
  /** Place of the node in the list. */
  place: number;
  /** From 0, at the node shown as root. */
  row: number;
  x: number;
  width: number;
}

/** The children of every node, the largest first. */
export function childrenOf(tree: readonly LensNode[]): number[][] {
  const children: number[][] = tree.map(() => []);
  for (let place = 1; place < tree.length; place++) children[tree[place]!.parent]?.push(place);
  for (const list of children) list.sort((a, b) => tree[b]!.nodes - tree[a]!.nodes);
  return children;
}

/** Bars of at least `least` units in a drawing of that width, from this node down. */
export function layout(tree: readonly LensNode[], children: number[][], root: number, width: number, least: number): Bar[] {
  const total = tree[root]?.nodes ?? 0;
  if (total === 0) return [];
  const bars: Bar[] = [{ place: root, row: 0, x: 0, width }];
  for (let at = 0; at < bars.length; at++) {
    const bar = bars[at]!;
    let x = bar.x;
    for (const place of children[bar.place]!) {
      const wide = (tree[place]!.nodes / total) * width;
      if (wide < least) break;
      bars.push({ place, row: bar.row + 1, x, width: wide });
      x += wide;
    }
  }
  return bars;
}

/** Moves from the root to a node. */
export function pathTo(tree: readonly LensNode[], place: number): string[] {
  const path: string[] = [];
  for (let at = place; at > 0; at = tree[at]!.parent) path.unshift(tree[at]!.usi);
  return path;
}

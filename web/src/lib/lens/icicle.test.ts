import { describe, expect, it } from 'vitest';
import type { LensNode } from '../protocol.ts';
import { childrenOf, groupOf, layout, pathTo } from './icicle.ts';

const node = (parent: number, usi: string, nodes: number): LensNode => ({ parent, usi, nodes, visits: 1, cause: 'beta', cp: 0, depth: 1 });
const TREE = [node(0, '', 100), node(0, 'a', 60), node(0, 'b', 30), node(1, 'c', 50), node(2, 'd', 1)];

describe('icicle', () => {
  const children = childrenOf(TREE);

  it('makes every bar as wide as its nodes, inside its parent', () => {
    const bars = layout(TREE, children, 0, 200, 4);
    expect(bars.map(({ place, row, x, width }) => [place, row, x, width])).toEqual([
      [0, 0, 0, 200], [1, 1, 0, 120], [2, 1, 120, 60], [3, 2, 0, 100],
    ]);
    expect(layout(TREE, children, 2, 300, 4)).toEqual([{ place: 2, row: 0, x: 0, width: 300 }, { place: 4, row: 1, x: 0, width: 10 }]);
    expect(layout([], [], 0, 100, 1)).toEqual([]);
  });

  it('knows the moves to a node and eight groups of causes', () => {
    expect(pathTo(TREE, 3)).toEqual(['a', 'c']);
    expect(pathTo(TREE, 0)).toEqual([]);
    expect(['razoring', 'stand-pat', 'multi-cut', 'mate', 'magic'].map(groupOf)).toEqual(['futility', 'leaf', 'prob-cut', 'other', 'other']);
  });
});

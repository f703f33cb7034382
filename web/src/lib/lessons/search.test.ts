import { describe, expect, it } from 'vitest';
import { FIG_2, forward, grow, leavesOf, minimalLeaves, ordered, search, uniform, valuesOf, type Method, type Shape, type Tree } from './search.ts';

const METHODS: Method[] = ['minimax', 'alphabeta', 'negascout', 'mtdf', 'mtdbi'];
const figure = grow(FIG_2);
const visited = (tree: Tree, method: Method) =>
  search(tree, method).steps.filter(({ enter }) => enter).map(({ node }) => tree[node]!.name).join('');

describe('the tree of Fig. 2', () => {
  it('is searched as the Bonanza paper says', () => {
    expect(visited(figure, 'alphabeta')).toBe('ABEFGCHDK');
    expect(visited(figure, 'minimax')).toHaveLength(13);
    const { value, steps } = search(figure, 'alphabeta');
    expect(value).toBe(7);
    expect(steps.filter(({ cut }) => cut).map(({ node }) => figure[node]!.name)).toEqual(['C', 'D']);
    // C is searched for anything above the 7 of B.
    expect(steps.find(({ enter, node }) => enter && node === 2)).toMatchObject({ alpha: 7, beta: Infinity });
    expect(valuesOf(figure).slice(0, 4)).toEqual([7, 7, 6, 5]);
  });

  it('costs more in the worst order, and less in the best', () => {
    const leaves = (order: 'best' | 'worst') => {
      const tree = ordered(figure, order);
      return leavesOf(tree, search(tree, 'alphabeta').steps).size;
    };
    expect([leaves('best'), leaves('worst')]).toEqual([minimalLeaves(3, 2), 9]);
  });

  it('changes with the order of two moves', () => {
    const tree = forward(figure, 2);
    expect(tree[0]!.children).toEqual([2, 1, 3]);
    expect(visited(tree, 'alphabeta')).toBe('ACHIJBEFGDK');
    expect(forward(tree, 2)[0]!.children).toEqual([2, 1, 3]);
    expect(ordered(tree, 'printed')[0]!.children).toEqual([1, 2, 3]);
  });
});

describe('the methods', () => {
  it('all find the value of minimax', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    const shape = (depth: number): Shape => (depth === 0 ? random(41) - 20 : Array.from({ length: 1 + random(4) }, () => shape(depth - 1)));
    for (let round = 0; round < 60; round += 1) {
      const tree = grow(shape(1 + random(4)));
      const exact = valuesOf(tree)[0];
      for (const method of METHODS) expect(search(tree, method, random(41) - 20).value, method).toBe(exact);
    }
  });

  it('ask by null windows: MTD(f) from its guess, MTD(bi) by halves', () => {
    const windows = (method: Method, guess = 0) => search(figure, method, guess).passes.map(({ alpha, low, high }) => [alpha, low, high]);
    expect(windows('mtdf')[0]).toEqual([-1, 7, Infinity]);
    expect(windows('mtdf').at(-1)).toEqual([7, 7, 7]);
    expect(windows('mtdf', 7)).toHaveLength(2);
    expect(windows('mtdbi')[0]).toEqual([0, 7, 64]);
    expect(windows('mtdbi')[1]![0]).toBe(35);
    const scouts = search(figure, 'negascout').steps.filter(({ enter, alpha, beta }) => enter && beta - alpha === 1);
    expect(scouts.map(({ node }) => figure[node]!.name)).toContain('C');
  });
});

describe('the minimal tree', () => {
  it('has as many leaves as Knuth and Moore say', () => {
    for (const [width, depth] of [[2, 2], [2, 3], [2, 5], [3, 2], [3, 3], [3, 4], [4, 3], [5, 2], [6, 2]] as const) {
      const tree = ordered(uniform(width, depth), 'best');
      expect(tree.filter(({ value }) => value !== null)).toHaveLength(width ** depth);
      expect(leavesOf(tree, search(tree, 'alphabeta').steps).size, `${width}, ${depth}`).toBe(minimalLeaves(width, depth));
    }
    expect(minimalLeaves(100, 2)).toBe(199);
    expect(1 + 100 + 100 ** 2 - (1 + 100 + minimalLeaves(100, 2))).toBe(9_801);
  });
});

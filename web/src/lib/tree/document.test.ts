import { describe, expect, it } from 'vitest';
import type { DocumentState, TreeNode } from '../protocol.ts';
import { applyChange, fromState, lineThrough, mainLine, rowsOf, sibling } from './document.ts';

const node = (id: number, parent: number | null, children: number[], ply: number): TreeNode => ({
  id, parent, children, ply, kind: parent === null ? 'start' : 'move', usi: `${id}`, text: `${id}`, sfen: `s${id}`, turn: 'black',
  check: false, time_ms: null, comment: '', fault: '',
});

const info = { id: 1, kind: 'shogi' as const, revision: 5, title: '', black: '', white: '', result: '', winner: null, plies: 3, format: '', game: null, library: null, changed_ms: 0, date: '', sample: null };

/** 0 - 1 - 2 - 3, with 4 - 5 and 6 instead of 2. */
const state: DocumentState = {
  info, start_sfen: 's0', handicap: null, headers: [], can_undo: false, can_redo: false, warnings: [], games_in_file: 1, go: null,
  nodes: [node(0, null, [1], 0), node(1, 0, [2, 4, 6], 1), node(2, 1, [3], 2), node(3, 2, [], 3), node(4, 1, [5], 2), node(5, 4, [], 3), node(6, 1, [], 2)],
};
const doc = fromState(state);
const ids = (nodes: TreeNode[]) => nodes.map((n) => n.id);

describe('document', () => {
  it('gives lines', () => {
    expect(ids(mainLine(doc))).toEqual([0, 1, 2, 3]);
    expect(ids(lineThrough(doc, 4))).toEqual([0, 1, 4, 5]);
    expect(ids(lineThrough(doc, 99))).toEqual([]);
  });

  it('goes round the variations', () => {
    const at = (id: number) => doc.nodes.get(id)!;
    expect([sibling(doc, at(2), 1), sibling(doc, at(2), -1), sibling(doc, at(6), 1), sibling(doc, at(3), 1)]).toEqual([4, 6, 2, 3]);
  });

  it('writes every move once, variations below the move they replace', () => {
    const rows = rowsOf(doc).map((row) => `${row.node.id}/${row.depth}${row.first ? '*' : ''}`);
    expect(rows).toEqual(['1/0', '2/0', '4/1*', '5/1', '6/1*', '3/0']);
  });

  it('takes only the change that follows', () => {
    const change = {
      info: { ...info, revision: 6 }, nodes: [node(1, 0, [4, 6], 1)], removed: [2, 3], headers: null, can_undo: true, can_redo: false, node: 1, go: null,
    };
    const next = applyChange(doc, change)!;
    expect(ids(mainLine(next))).toEqual([0, 1, 4, 5]);
    expect(next.state.can_undo).toBe(true);
    expect(doc.nodes.has(2)).toBe(true);
    expect(applyChange(doc, { ...change, info: { ...info, revision: 7 } })).toBeNull();
  });
});

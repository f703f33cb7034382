// A document as the page holds it: nodes by id, changes applied by revision, lines and rows.

import type { DocumentChange, DocumentState, TreeNode } from '../protocol.ts';

export interface Doc {
  state: DocumentState;
  nodes: ReadonlyMap<number, TreeNode>;
}

export function fromState(state: DocumentState): Doc {
  return { state, nodes: new Map(state.nodes.map((node) => [node.id, node])) };
}

/** The document after a change; null when the change does not follow the revision at hand. */
export function applyChange(doc: Doc, change: DocumentChange): Doc | null {
  if (change.info.revision !== doc.state.info.revision + 1) return null;
  const nodes = new Map(doc.nodes);
  for (const id of change.removed) nodes.delete(id);
  for (const node of change.nodes) nodes.set(node.id, node);
  const { info, can_undo, can_redo } = change;
  const headers = change.headers ?? doc.state.headers;
  const go = doc.state.go && change.go ? { ...doc.state.go, kept: change.go } : doc.state.go;
  return { state: { ...doc.state, info, headers, can_undo, can_redo, go }, nodes };
}

/** The line that runs through a node: from the start to it, and on along first children. */
export function lineThrough(doc: Doc, id: number): TreeNode[] {
  const line: TreeNode[] = [];
  for (let node = doc.nodes.get(id); node; node = node.parent === null ? undefined : doc.nodes.get(node.parent)) {
    line.push(node);
  }
  line.reverse();
  for (let node = line.at(-1); node; ) {
    node = node.children.length > 0 ? doc.nodes.get(node.children[0]!) : undefined;
    if (node) line.push(node);
  }
  return line;
}

export const mainLine = (doc: Doc): TreeNode[] => lineThrough(doc, 0);

/** The sibling at a cyclic offset; the node itself without siblings. */
export function sibling(doc: Doc, node: TreeNode, step: number): number {
  const parent = node.parent === null ? undefined : doc.nodes.get(node.parent);
  if (!parent || parent.children.length < 2) return node.id;
  const count = parent.children.length;
  const index = parent.children.indexOf(node.id);
  return parent.children[(index + step + count) % count]!;
}

/** A row of the list of moves. */
export interface Row {
  node: TreeNode;
  /** 0 for the main line, 1 for its variations ... */
  depth: number;
  /** First row of a variation? */
  first: boolean;
  main: boolean;
}

/** All moves as rows: a variation is indented below the move it replaces. */
export function rowsOf(doc: Doc): Row[] {
  const rows: Row[] = [];
  // Lines still to write, innermost last; recursion would fail on long nestings.
  const stack: { id: number; depth: number; first: boolean; alternatives: number[] }[] = [];
  const root = doc.nodes.get(0);
  const enter = (children: number[], depth: number) => {
    if (children.length > 0) {
      stack.push({ id: children[0]!, depth, first: false, alternatives: children.slice(1) });
    }
  };
  if (root) enter(root.children, 0);
  while (stack.length > 0) {
    const { id, depth, first, alternatives } = stack.pop()!;
    const node = doc.nodes.get(id);
    if (!node) continue;
    rows.push({ node, depth, first, main: depth === 0 });
    enter(node.children, depth);
    for (const other of [...alternatives].reverse()) {
      stack.push({ id: other, depth: depth + 1, first: true, alternatives: [] });
    }
  }
  return rows;
}

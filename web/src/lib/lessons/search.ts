// Small explicit trees, searched by the methods of the papers, every step written down. All values are those of the
// player at the root (Max), so that a picture can show them as they are.

export interface TreeNode {
  name: string;
  parent: number | null;
  /** In the order in which they are searched. */
  children: readonly number[];
  /** Of a leaf. */
  value: number | null;
  depth: number;
}
export type Tree = readonly TreeNode[];
/** A leaf's value, or the subtrees below a node. */
export type Shape = number | readonly Shape[];

export type Method = 'minimax' | 'alphabeta' | 'negascout' | 'mtdf' | 'mtdbi';
export type Order = 'printed' | 'best' | 'worst';

export interface Step {
  node: number;
  /** Is the node entered? Otherwise it is left. */
  enter: boolean;
  alpha: number;
  beta: number;
  /** When it is left. */
  value: number | null;
  /** Was it left before all its moves were tried? */
  cut: boolean;
}

/** A search from the root; MTD needs several. */
export interface Pass {
  alpha: number;
  beta: number;
  /** Bounds of the root's value after it. */
  low: number;
  high: number;
  /** Steps up to its end. */
  end: number;
}

export interface Found {
  value: number;
  steps: readonly Step[];
  passes: readonly Pass[];
}

/** The tree of Fig. 2 of the Bonanza paper: A over B, C, D over E to M. */
export const FIG_2: Shape = [[9, 7, 8], [6, 8, 9], [5, 9, 7]];
/** MTD(bi) of the paper begins with these bounds. */
export const WIDEST = 64;

export const isMax = ({ depth }: TreeNode): boolean => depth % 2 === 0;

/** Nodes level by level, named A, B, C ... */
export function grow(shape: Shape): Tree {
  const nodes: { -readonly [Key in keyof TreeNode]: TreeNode[Key] }[] = [];
  let level: { shape: Shape; parent: number | null }[] = [{ shape, parent: null }];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const { shape, parent } of level) {
      const place = nodes.length;
      if (parent !== null) nodes[parent]!.children = [...nodes[parent]!.children, place];
      nodes.push({ name: String.fromCharCode(65 + place), parent, children: [], value: typeof shape === 'number' ? shape : null, depth });
      if (typeof shape !== 'number') next.push(...shape.map((below) => ({ shape: below, parent: place })));
    }
    level = next;
  }
  return nodes;
}

/** A tree of one width and depth; its leaves are 1 to their number, in a fixed disorder. */
export function uniform(width: number, depth: number): Tree {
  const leaves = width ** depth;
  let at = 0;
  // Every value comes once: 61 is a prime, and the widths drawn are smaller.
  const make = (left: number): Shape => (left === 0 ? ((at++ * 61) % leaves) + 1 : Array.from({ length: width }, () => make(left - 1)));
  return grow(make(depth));
}

/** Value of every node by minimax. */
export function valuesOf(tree: Tree): number[] {
  const values: number[] = [];
  for (let place = tree.length - 1; place >= 0; place -= 1) {
    const node = tree[place]!;
    const below = node.children.map((child) => values[child]!);
    values[place] = node.value ?? (isMax(node) ? Math.max(...below) : Math.min(...below));
  }
  return values;
}

/** The tree with the moves of every node in this order for the player who moves there. */
export function ordered(tree: Tree, order: Order): Tree {
  if (order === 'printed') return tree.map((node) => ({ ...node, children: [...node.children].sort((a, b) => a - b) }));
  const values = valuesOf(tree);
  return tree.map((node) => {
    const sign = (isMax(node) ? -1 : 1) * (order === 'best' ? 1 : -1);
    return { ...node, children: [...node.children].sort((a, b) => sign * (values[a]! - values[b]!)) };
  });
}

/** The tree with this node one place further to the front among its siblings. */
export function forward(tree: Tree, place: number): Tree {
  return tree.map((node, at) => {
    const index = node.children.indexOf(place);
    if (at !== tree[place]!.parent || index < 1) return node;
    const children = [...node.children];
    [children[index - 1], children[index]] = [children[index]!, children[index - 1]!];
    return { ...node, children };
  });
}

/** Leaves of the minimal tree by Knuth and Moore: b^ceil(d/2) + b^floor(d/2) - 1. */
export const minimalLeaves = (width: number, depth: number): number => width ** Math.ceil(depth / 2) + width ** Math.floor(depth / 2) - 1;

/** Places of the leaves that were visited. */
export const leavesOf = (tree: Tree, steps: readonly Step[]): ReadonlySet<number> =>
  new Set(steps.filter(({ enter, node }) => enter && tree[node]!.value !== null).map(({ node }) => node));

interface Bounds {
  low: number;
  high: number;
}

class Searcher {
  readonly steps: Step[] = [];
  readonly passes: Pass[] = [];
  /** The transposition table of MTD. */
  private readonly known = new Map<number, Bounds>();
  private readonly tree: Tree;
  private readonly method: Method;

  constructor(tree: Tree, method: Method) {
    this.tree = tree;
    this.method = method;
  }

  /** Fail-soft: a value outside the window is a bound. */
  private visit(place: number, alpha: number, beta: number): number {
    const known = this.known.get(place) ?? { low: -Infinity, high: Infinity };
    if (known.low >= beta) return known.low;
    if (known.high <= alpha) return known.high;
    this.steps.push({ node: place, enter: true, alpha, beta, value: null, cut: false });
    const [value, cut] = this.below(place, alpha, beta);
    if (this.method.startsWith('mtd')) {
      this.known.set(place, { low: value > alpha ? value : known.low, high: value < beta ? value : known.high });
    }
    this.steps.push({ node: place, enter: false, alpha, beta, value, cut });
    return value;
  }

  private below(place: number, alpha: number, beta: number): [value: number, cut: boolean] {
    const node = this.tree[place]!;
    if (node.value !== null) return [node.value, false];
    const [max, prunes] = [isMax(node), this.method !== 'minimax'];
    let best = max ? -Infinity : Infinity;
    for (const [index, child] of node.children.entries()) {
      if (prunes && alpha >= beta) return [best, true];
      const value = this.method === 'negascout' && index > 0 ? this.scout(child, max, alpha, beta) : this.visit(child, alpha, beta);
      best = max ? Math.max(best, value) : Math.min(best, value);
      if (prunes && max) alpha = Math.max(alpha, best);
      if (prunes && !max) beta = Math.min(beta, best);
    }
    return [best, false];
  }

  /** Asks by a null window whether a move is better at all; only then for its value. */
  private scout(child: number, max: boolean, alpha: number, beta: number): number {
    const value = max ? this.visit(child, alpha, alpha + 1) : this.visit(child, beta - 1, beta);
    const isExact = this.tree[child]!.value !== null || value <= alpha || value >= beta;
    if (isExact) return value;
    return max ? this.visit(child, value, beta) : this.visit(child, alpha, value);
  }

  /** Searches of the root by null windows until its bounds meet; `betaOf` says where the next one is. */
  private close(low: number, high: number, betaOf: (low: number, high: number, last: number) => number, guess = 0): number {
    let last = guess;
    while (low < high) {
      const beta = betaOf(low, high, last);
      last = this.visit(0, beta - 1, beta);
      if (last < beta) high = last;
      else low = last;
      this.passes.push({ alpha: beta - 1, beta, low, high, end: this.steps.length });
    }
    return low;
  }

  run(guess: number): Found {
    const { steps, passes } = this;
    if (this.method === 'mtdf') return { value: this.close(-Infinity, Infinity, (low, _, last) => Math.max(last, low + 1), guess), steps, passes };
    if (this.method === 'mtdbi') return { value: this.close(-WIDEST, WIDEST, (low, high) => Math.floor((low + high) / 2) + 1), steps, passes };
    const value = this.visit(0, -Infinity, Infinity);
    passes.push({ alpha: -Infinity, beta: Infinity, low: value, high: value, end: steps.length });
    return { value, steps, passes };
  }
}

/** Searches a tree; MTD(f) begins at `guess`. */
export const search = (tree: Tree, method: Method, guess = 0): Found => new Searcher(tree, method).run(guess);

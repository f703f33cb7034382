// Words for a search that is walked through.

import type { Found, Tree } from './search.ts';
import { isMax } from './search.ts';

const bound = (value: number): string => (Number.isFinite(value) ? String(value) : value < 0 ? '−∞' : '∞').replace('-', '−');

const en = {
  tree: 'Tree of the search',
  first: 'To the start of the search',
  back: 'One step back',
  forward: 'One step on',
  last: 'To the end of the search',
  visited: (nodes: number, all: number, leaves: number) => `${nodes} of ${all} nodes visited, ${leaves} of them leaves`,
  start: 'The search has not begun. Step through it with the arrows below the tree.',
  enters: (name: string, a: string, b: string) => `Enter ${name}: what matters are values between α = ${a} and β = ${b}.`,
  isWorth: (name: string, v: number) => `${name} is worth ${v}.`,
  cuts: (name: string, v: number, max: boolean) =>
    `${name} is worth at ${max ? 'least' : 'most'} ${v}: ${max ? 'your opponent has' : 'you have'} something better already, so the rest of ${name} is cut.`,
  atMost: (name: string, v: number) => `${name} is worth at most ${v}: below the window.`,
  atLeast: (name: string, v: number) => `${name} is worth at least ${v}: above the window.`,
};

const ja: typeof en = {
  tree: '探索木',
  first: '探索の最初へ',
  back: '一つ戻る',
  forward: '一つ進む',
  last: '探索の最後へ',
  visited: (nodes, all, leaves) => `${all}ノード中${nodes}ノードを訪問（うち葉${leaves}）`,
  start: '探索はまだ始まっていません。木の下の矢印で一歩ずつ進めてください。',
  enters: (name, a, b) => `${name}に入ります。窓はα=${a}、β=${b}で、この間の値だけが問題です。`,
  isWorth: (name, v) => `${name}の値は${v}です。`,
  cuts: (name, v, max) => `${name}の値は${v}${max ? '以上' : '以下'}と分かりました。${max ? '相手' : '自分'}にはもっと良い手がすでにあるので、${name}の残りは読みません。`,
  atMost: (name, v) => `${name}の値は${v}以下です（窓の下）。`,
  atLeast: (name, v) => `${name}の値は${v}以上です（窓の上）。`,
};

export const walkWords = { en, ja };

/** What the last of so many steps did. */
export function stepText(t: typeof en, tree: Tree, { steps }: Found, at: number): string {
  const step = steps[at - 1];
  if (!step) return t.start;
  const node = tree[step.node]!;
  if (step.enter) return t.enters(node.name, bound(step.alpha), bound(step.beta));
  const value = step.value!;
  if (step.cut) return t.cuts(node.name, value, isMax(node));
  if (node.value === null && value <= step.alpha) return t.atMost(node.name, value);
  if (node.value === null && value >= step.beta) return t.atLeast(node.name, value);
  return t.isWorth(node.name, value);
}

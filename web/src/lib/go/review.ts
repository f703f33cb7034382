// Which moves of a line are reviewed by one question.

import type { Step } from './line.ts';

/** Steps `from` to `to` (without it) are reached by the moves reviewed; `begin` is the first position sent. */
export interface Chunk {
  begin: number;
  from: number;
  to: number;
}

/** Moves of one question: some seconds. */
const SIZE = 5;
/** Number of earlier moves sent to the server: a ko taken by them is still being fought. */
const BEFORE = 4;

/** The last `span` moves in parts; no part has a set-up between its moves. */
export function chunks(line: Step[], span: number): Chunk[] {
  const isMove = (at: number) => at > 0 && line[at]!.move !== null;
  const played = line.map((_, at) => at).filter(isMove).slice(-span);
  const parts: Chunk[] = [];
  for (const at of played) {
    const last = parts.at(-1);
    if (last && last.to === at && at - last.from < SIZE) last.to = at + 1;
    else {
      let begin = at - 1;
      while (begin > at - 1 - BEFORE && isMove(begin)) begin -= 1;
      parts.push({ begin, from: at, to: at + 1 });
    }
  }
  return parts;
}

// The threat of mate of the move on the board: the line if the other side passes.

import type { ThreatAnalysis } from '../protocol.ts';
import { passed } from '../shogi/lines.ts';
import { documents } from './documents.svelte.ts';
import { played } from './played.svelte.ts';
import { reports } from './reports.svelte.ts';

const KEY = 'threat';

class ThreatView {
  /** The threat of the move on the board, if it was judged and makes one. */
  current = $derived<ThreatAnalysis | null>(documents.node ? (reports.current?.moves.get(documents.node.id)?.threat ?? null) : null);
  active = $derived(this.current !== null && played.key === KEY);
  /** The move's position as after a pass of the other side. */
  start = $derived(passed(documents.node?.sfen ?? ''));
  line = $derived(this.current?.line ?? []);

  play(): void {
    played.play(KEY, { start: this.start, moves: this.line });
  }
}

export const threat = new ThreatView();

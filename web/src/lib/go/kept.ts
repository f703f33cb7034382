// The line of the Go room over a reload: the address holds one position, the tab's storage the rest.

import type { GoPosition, GoRecord } from '../protocol.ts';

/** A position, and the move that led there. */
export interface Step {
  position: GoPosition;
  move: string | null;
}

/** What clicks on the board do. */
export type Mode = 'play' | 'edit' | 'train' | 'count' | 'review';

export interface Kept {
  steps: Step[];
  at: number;
  rules: string;
  name: string;
  record: GoRecord | null;
  mode: Mode;
}

const KEY = 'zenpuku.go';

export function keep(kept: Kept): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the address still has the position.
  }
}

/** What was kept; null when there is nothing that can be read. */
export function recall(): Kept | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept?.steps[kept.at]?.position ? kept : null;
  } catch {
    return null;
  }
}

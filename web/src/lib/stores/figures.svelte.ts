// The figures of the international pieces, loaded when a board first shows them.

import type { Kind } from '../shogi/sfen.ts';

class Figures {
  private draw = $state.raw<((kind: Kind, promoted: boolean) => string) | null>(null);

  /** The drawing of a piece; empty until it is loaded. */
  of(kind: Kind, promoted: boolean): string {
    if (!this.draw) void import('../shogi/symbols.ts').then((symbols) => (this.draw = symbols.symbolOf), () => null);
    return this.draw?.(kind, promoted) ?? '';
  }
}

export const figures = new Figures();

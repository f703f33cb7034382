// The position editor: pieces are put, moved, turned over; the server says whether the position is legal.

import type { PositionVerdict, Side } from '../protocol.ts';
import {
  canPromote, clonePosition, emptyPosition, EVEN_SFEN, formatSfen, HAND_KINDS, parseSfen, withRest, type HandKind, type Piece, type Position,
} from '../shogi/sfen.ts';
import { other } from '../sides.ts';
import { documents } from './documents.svelte.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

export type Brush = Piece | 'erase' | null;
export type Place = { square: number } | { side: Side; kind: HandKind };

class Editor {
  position = $state.raw<Position>(parseSfen(EVEN_SFEN) ?? emptyPosition());
  brush = $state.raw<Brush>(null);
  verdict = $state.raw<PositionVerdict | null>(null);
  private history: Position[] = [];

  sfen = $derived(formatSfen(this.position));

  /** Takes the position of the address. */
  load(sfen: string | null): void {
    const position = parseSfen(sfen ?? EVEN_SFEN);
    if (position && formatSfen(position) !== this.sfen) this.position = position;
  }

  set(position: Position): void {
    this.history = [...this.history.slice(-99), this.position];
    this.position = position;
    router.replace(`/edit?sfen=${encodeURIComponent(formatSfen(position))}`);
  }

  undo(): void {
    const before = this.history.pop();
    if (before) {
      this.position = before;
      router.replace(`/edit?sfen=${encodeURIComponent(this.sfen)}`);
    }
  }

  change(work: (position: Position) => void): void {
    const next = clonePosition(this.position);
    work(next);
    this.set(next);
  }

  clear(): void {
    this.set({ ...emptyPosition(), turn: this.position.turn });
  }

  /** Gives the pieces in the box to the side that is not to move. */
  rest(): void {
    this.set(withRest(this.position));
  }

  /** Takes SFEN, or the start of any record; gives whether it is one. */
  async read(text: string): Promise<boolean> {
    const position = parseSfen(text) ?? parseSfen(await documents.startOf(text).catch(() => ''));
    if (position) this.set(position);
    return position !== null;
  }

  setTurn(turn: Side): void {
    this.change((p) => (p.turn = turn));
  }

  hand(side: Side, kind: HandKind, step: number): void {
    this.change((p) => (p.hands[side][kind] = Math.max(0, Math.min(18, p.hands[side][kind] + step))));
  }

  /** Uses the brush on a square. */
  paint(square: number): void {
    const brush = this.brush;
    if (brush === null) return;
    this.change((p) => {
      const here = p.board[square];
      const same = brush !== 'erase' && here && here.kind === brush.kind && here.side === brush.side && here.promoted === brush.promoted;
      p.board[square] = brush === 'erase' || same ? null : { ...brush };
    });
  }

  /** Own, promoted, the other side's, promoted, and again. */
  turnOver(square: number): void {
    const piece = this.position.board[square];
    if (!piece) return;
    this.change((p) => {
      const promotes = canPromote(piece.kind) && !piece.promoted;
      p.board[square] = promotes ? { ...piece, promoted: true } : { ...piece, promoted: false, side: other(piece.side) };
    });
  }

  /** Moves a piece between squares and hands; `to` null takes it off. */
  move(from: Place, to: Place | null): void {
    this.change((p) => {
      const piece = take(p, from);
      if (!piece || !to) return;
      if ('square' in to) {
        const here = p.board[to.square];
        if (here && here.kind !== 'K') p.hands[piece.side][here.kind] += 1;
        p.board[to.square] = piece;
      } else if (piece.kind !== 'K') p.hands[to.side][piece.kind] += 1;
    });
  }

  async check(): Promise<void> {
    const sfen = this.sfen;
    const reply = await server.ask({ type: 'position_check', sfen }, 'position').catch(() => null);
    if (reply && sfen === this.sfen) this.verdict = reply.verdict;
  }
}

function take(position: Position, from: Place): Piece | null {
  if ('square' in from) {
    const piece = position.board[from.square] ?? null;
    position.board[from.square] = null;
    return piece;
  }
  if (position.hands[from.side][from.kind] === 0) return null;
  position.hands[from.side][from.kind] -= 1;
  return { kind: from.kind, promoted: false, side: from.side };
}

export const editor = new Editor();
export { HAND_KINDS };

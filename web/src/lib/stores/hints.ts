// What a hint says of the next move before it says the move.

import { hintWords } from '../i18n/hints.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { pieceName, squareLabel } from '../shogi/notation.ts';
import { parseSfen, squareIndex, type HandKind } from '../shogi/sfen.ts';
import { prefs } from './prefs.svelte.ts';

/** The piece that moves, by its square or as a drop, and where it goes, if that is said. Names as in USI. */
export interface PieceHint {
  from: string | null;
  drop: string | null;
  to: string | null;
}

export function pieceHint({ from, drop, to }: PieceHint, sfen: string): string {
  const t = i18n.of(hintWords);
  const at = from ? squareIndex(from) : -1;
  const piece = drop ? { kind: drop as HandKind, promoted: false, side: 'black' as const } : parseSfen(sfen)?.board[at];
  const name = piece ? pieceName(piece, prefs.lang) : '';
  const first = from ? t.pieceMoves(name, squareLabel(at, prefs.squares)) : t.pieceDrops(name);
  return to ? `${first} ${t.toSquare(squareLabel(squareIndex(to), prefs.squares))}` : first;
}

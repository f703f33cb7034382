// The pieces of a position in words.

import { face, pieceName, sideMark, squareLabel, type Lang, type SquareStyle } from './notation.ts';
import { HAND_KINDS, type Piece, type Position } from './sfen.ts';

/** Pieces that are named; of the others the number is given. */
const MOST = 6;

/** The pieces on the board and in hand, as `☗玉28 ☗金38 ☖持駒 角`; `☗ king 2h, ☗ gold 3h` in English. */
export function piecesText(position: Position, lang: Lang, style: SquareStyle): string {
  const named = position.board.flatMap((piece, index) => (piece ? [one(piece, squareLabel(index, style), lang)] : []));
  for (const side of ['black', 'white'] as const) {
    for (const kind of HAND_KINDS) {
      const count = position.hands[side][kind];
      if (count > 0) named.push(inHand({ kind, promoted: false, side }, count, lang));
    }
  }
  const more = named.length - MOST;
  const shown = more > 0 ? [...named.slice(0, MOST), lang === 'ja' ? `ほか${more}枚` : `${more} more`] : named;
  return shown.join(lang === 'ja' ? '・' : ', ');
}

const one = (piece: Piece, square: string, lang: Lang): string =>
  lang === 'ja' ? `${sideMark(piece.side)}${square}${face(piece, 'one')}` : `${sideMark(piece.side)} ${pieceName(piece, lang)} ${square}`;

function inHand(piece: Piece, count: number, lang: Lang): string {
  const name = pieceName(piece, lang);
  if (lang === 'ja') return `${sideMark(piece.side)}持駒${name}${count > 1 ? count : ''}`;
  return `${sideMark(piece.side)} ${count > 1 ? `${count} × ` : ''}${name} in hand`;
}

// A position as a list of strokes and letters, to be written as SVG or painted on a canvas.

import type { Side } from '../protocol.ts';
import {
  BOARD_H, BOARD_W, CELL_H, CELL_W, columnRow, handSlots, layoutOf, pentagon, PIECE_SIZE, squareCentre, topSide,
} from '../shogi/layout.ts';
import { face, rankLabel, type FaceStyle, type SquareStyle, type WrittenStyle } from '../shogi/notation.ts';
import { symbolOf } from '../shogi/symbols.ts';
import { parseMove, type Piece, type Position } from '../shogi/sfen.ts';

export interface PictureOptions {
  position: Position;
  flipped: boolean;
  lastMove: string | null;
  names: Record<Side, string>;
  style: FaceStyle;
  /** How ranks are written next to the board. */
  squares: SquareStyle;
}

export type Mark =
  | { type: 'path'; d: string; x: number; y: number; turned: boolean; scale?: number; fill: string; stroke: string; width: number }
  | { type: 'text'; text: string; x: number; y: number; turned: boolean; size: number; fill: string; align: 'middle' | 'start' };

export interface Picture {
  width: number;
  height: number;
  marks: Mark[];
}

const INK = '#1F2328';
const RED = '#B02F1C';

const rect = (x: number, y: number, w: number, h: number, fill: string, stroke = 'none', width = 0): Mark => ({
  type: 'path', d: `M0 0H${w}V${h}H0Z`, x, y, turned: false, fill, stroke, width,
});

const text = (words: string, x: number, y: number, size: number, align: 'middle' | 'start' = 'middle'): Mark => ({
  type: 'text', text: words, x, y, turned: false, size, fill: INK, align,
});

function writing(piece: Piece, x: number, y: number, turned: boolean, style: WrittenStyle, size: number): Mark[] {
  const words = face(piece, style);
  const stacked = style === 'two' && words.length === 2;
  const letter = CELL_H * size * (stacked ? 0.36 : words.length > 1 ? 0.42 : 0.56);
  const down = turned ? -1 : 1;
  const lines = stacked ? [...words] : [words];
  const start = stacked ? letter * 0.02 : CELL_H * size * 0.09 + letter * 0.36;
  return lines.map((line, i): Mark => ({
    type: 'text', text: line, x, y: y + down * (start + i * letter), turned, size: letter,
    fill: piece.promoted ? RED : INK, align: 'middle',
  }));
}

function pieceMarks(piece: Piece, x: number, y: number, turned: boolean, style: FaceStyle, scale: number): Mark[] {
  const size = PIECE_SIZE[piece.kind] * scale;
  const figure: Mark = {
    type: 'path', d: symbolOf(piece.kind, piece.promoted), x, y, turned, scale: (CELL_H * size) / 100,
    fill: piece.promoted ? RED : INK, stroke: 'none', width: 0,
  };
  return [
    { type: 'path', d: pentagon(size), x, y, turned, fill: '#F8ECD0', stroke: '#8A7446', width: 1.6 },
    ...(style === 'symbols' ? [figure] : writing(piece, x, y, turned, style, size)),
  ];
}

function boardMarks(options: PictureOptions): Mark[] {
  const { board } = layoutOf('wide');
  const marks = [rect(board.x - 8, board.y - 8, BOARD_W + 16, BOARD_H + 16, '#EBD9B4', '#D8D2C6', 1)];
  const last = options.lastMove ? parseMove(options.lastMove) : null;
  if (last) {
    const [column, row] = columnRow(last.to, options.flipped);
    marks.push(rect(board.x + column * CELL_W, board.y + row * CELL_H, CELL_W, CELL_H, '#DDA183'));
  }
  for (let i = 0; i < 9; i++) {
    const edge = i === 0 ? 3 : 1.4;
    marks.push(rect(board.x + i * CELL_W, board.y, CELL_W, BOARD_H, 'none', '#6D5A35', edge === 3 ? 1.4 : edge));
    marks.push(rect(board.x, board.y + i * CELL_H, BOARD_W, CELL_H, 'none', '#6D5A35', 1.4));
    const [file, rank] = options.flipped ? [i + 1, 8 - i] : [9 - i, i];
    marks.push(text(String(file), board.x + (i + 0.5) * CELL_W, board.y - 16, 24));
    marks.push(text(rankLabel(rank!, options.squares), board.x + BOARD_W + 24, board.y + (i + 0.5) * CELL_H + 9, 24));
  }
  marks.push(rect(board.x, board.y, BOARD_W, BOARD_H, 'none', '#6D5A35', 3));
  return marks;
}

function handMarks(options: PictureOptions, side: Side): Mark[] {
  const layout = layoutOf('wide');
  const atTop = topSide(options.flipped) === side;
  const box = atTop ? layout.top : layout.bottom;
  const marks = [rect(box.x, box.y, box.w, box.h, '#F4EAD6', '#D8D2C6', 1.5)];
  const plate = atTop ? box.y + 16 : box.y + box.h - 104;
  marks.push(text(`${side === 'black' ? '☗' : '☖'} ${options.names[side].slice(0, 6)}`, box.x + 16, plate + 40, 27, 'start'));
  for (const { kind, x, y } of handSlots(layout, side, options.flipped)) {
    const count = options.position.hands[side][kind];
    if (count === 0) continue;
    marks.push(...pieceMarks({ kind, promoted: false, side }, x, y, atTop, options.style, 0.88));
    if (count > 1) marks.push(text(String(count), x + 36, y + 46, 26));
  }
  return marks;
}

/** The picture of a position, always in daylight colours. */
export function pictureOf(options: PictureOptions): Picture {
  const layout = layoutOf('wide');
  const marks = [rect(0, 0, layout.width, layout.height, '#FAF7F2'), ...boardMarks(options)];
  for (const side of ['black', 'white'] as const) marks.push(...handMarks(options, side));
  options.position.board.forEach((piece, index) => {
    if (!piece) return;
    const [x, y] = squareCentre(layout, index, options.flipped);
    marks.push(...pieceMarks(piece, x, y, piece.side === topSide(options.flipped), options.style, 1));
  });
  return { width: layout.width, height: layout.height, marks };
}

const escape = (words: string) =>
  words.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]!);

const scaleOf = (mark: Mark): number => (mark.type === 'path' ? (mark.scale ?? 1) : 1);

function markSvg(mark: Mark): string {
  const place = `transform="translate(${mark.x} ${mark.y})${mark.turned ? ' rotate(180)' : ''}${scaleOf(mark) === 1 ? '' : ` scale(${scaleOf(mark)})`}"`;
  if (mark.type === 'path') {
    return `<path ${place} d="${mark.d}" fill-rule="evenodd" fill="${mark.fill}" stroke="${mark.stroke}" stroke-width="${mark.width}"/>`;
  }
  return `<text ${place} font-size="${mark.size.toFixed(1)}" fill="${mark.fill}" text-anchor="${mark.align}">${escape(mark.text)}</text>`;
}

/** As an SVG file; `font` is a data address of the pieces' font. */
export function toSvg(picture: Picture, font: string): string {
  const { width, height } = picture;
  const face = `@font-face{font-family:"Zenpuku Serif";font-weight:700;src:url("${font}") format("woff2")}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width / 2}" height="${height / 2}" font-family="'Zenpuku Serif','Noto Serif JP','Yu Mincho',serif" font-weight="700">`,
    `<style>${face}</style>`,
    ...picture.marks.map(markSvg),
    '</svg>',
  ].join('\n');
}

/** Paints it on a canvas of the picture's size times `scale`. */
export function paint(picture: Picture, ctx: CanvasRenderingContext2D, scale: number): void {
  for (const mark of picture.marks) {
    ctx.setTransform(scale, 0, 0, scale, mark.x * scale, mark.y * scale);
    if (mark.turned) ctx.rotate(Math.PI);
    if (mark.type === 'text') {
      ctx.font = `700 ${mark.size}px "Noto Serif JP", "Yu Mincho", serif`;
      ctx.textAlign = mark.align === 'middle' ? 'center' : 'left';
      ctx.fillStyle = mark.fill;
      ctx.fillText(mark.text, 0, 0);
      continue;
    }
    ctx.scale(scaleOf(mark), scaleOf(mark));
    const path = new Path2D(mark.d);
    if (mark.fill !== 'none') {
      ctx.fillStyle = mark.fill;
      ctx.fill(path, 'evenodd');
    }
    if (mark.stroke !== 'none') {
      ctx.strokeStyle = mark.stroke;
      ctx.lineWidth = mark.width;
      ctx.stroke(path);
    }
  }
}

// Where things are in the drawing of a board. Units are those of the drawing's view box.

import type { Side } from '../protocol.ts';
import { HAND_KINDS, type HandKind } from './sfen.ts';

export const CELL_W = 100;
export const CELL_H = 108;
export const BOARD_W = CELL_W * 9;
export const BOARD_H = CELL_H * 9;

export type Shape = 'wide' | 'tall' | 'bare';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Layout {
  shape: Shape;
  width: number;
  height: number;
  /** The 81 squares, without the edge. */
  board: Box;
  /** The bar of the evaluation. */
  bar: Box;
  /** Hand of the player at the top, and at the bottom. */
  top: Box;
  bottom: Box;
}

const EDGE = 34;
const BAR = 20;

function wide(): Layout {
  const stand = 200;
  const board = { x: stand + 28 + BAR + 14, y: EDGE + 4, w: BOARD_W, h: BOARD_H };
  const right = board.x + BOARD_W + EDGE + 20;
  const standHeight = 560;
  return {
    shape: 'wide',
    width: right + stand + 4,
    height: board.y + BOARD_H + 14,
    board,
    bar: { x: stand + 24, y: board.y, w: BAR, h: BOARD_H },
    top: { x: 4, y: board.y, w: stand, h: standHeight },
    bottom: { x: right, y: board.y + BOARD_H - standHeight, w: stand, h: standHeight },
  };
}

function tall(): Layout {
  const strip = 118;
  const board = { x: BAR + 22, y: strip + EDGE + 8, w: BOARD_W, h: BOARD_H };
  const width = board.x + BOARD_W + EDGE;
  return {
    shape: 'tall',
    width,
    height: board.y + BOARD_H + 14 + strip,
    board,
    bar: { x: 6, y: board.y, w: BAR, h: BOARD_H },
    top: { x: 6, y: 2, w: width - 12, h: strip },
    bottom: { x: 6, y: board.y + BOARD_H + 14, w: width - 12, h: strip },
  };
}

/** Only squares, hands as small strips: for previews. */
function bare(): Layout {
  return { ...tall(), shape: 'bare' };
}

export function layoutOf(shape: Shape): Layout {
  if (shape === 'wide') return wide();
  return shape === 'tall' ? tall() : bare();
}

/** Column and row on the screen of a square. */
export const columnRow = (index: number, flipped: boolean): [number, number] => {
  const shown = flipped ? 80 - index : index;
  return [shown % 9, Math.floor(shown / 9)];
};

/** Centre of a square in the drawing. */
export function squareCentre(layout: Layout, index: number, flipped: boolean): [number, number] {
  const [column, row] = columnRow(index, flipped);
  return [layout.board.x + (column + 0.5) * CELL_W, layout.board.y + (row + 0.5) * CELL_H];
}

/** The square at a point of the drawing; null outside. */
export function squareAt(layout: Layout, x: number, y: number, flipped: boolean): number | null {
  const column = Math.floor((x - layout.board.x) / CELL_W);
  const row = Math.floor((y - layout.board.y) / CELL_H);
  if (column < 0 || column > 8 || row < 0 || row > 8) return null;
  const shown = row * 9 + column;
  return flipped ? 80 - shown : shown;
}

/** Which side's hand is at the top. */
export const topSide = (flipped: boolean): Side => (flipped ? 'black' : 'white');
export const handBox = (layout: Layout, side: Side, flipped: boolean): Box =>
  topSide(flipped) === side ? layout.top : layout.bottom;

/** Places of the kinds in a hand, each with its centre; fixed, so that the layout is stable when a hand changes. */
export function handSlots(layout: Layout, side: Side, flipped: boolean): { kind: HandKind; x: number; y: number }[] {
  const box = handBox(layout, side, flipped);
  const atTop = topSide(flipped) === side;
  if (layout.shape !== 'wide') {
    const step = 92;
    const start = box.x + box.w - step * 7 + step / 2 - 6;
    return HAND_KINDS.map((kind, i) => ({ kind, x: start + i * step, y: box.y + box.h / 2 }));
  }
  const kinds = atTop ? [...HAND_KINDS].reverse() : HAND_KINDS;
  const top = atTop ? box.y + 176 : box.y + 62;
  return kinds.map((kind, i) => ({
    kind,
    x: box.x + (i % 2 === 0 ? 52 : 146) + (i === 6 ? 47 : 0),
    y: top + Math.floor(i / 2) * 106,
  }));
}

/** The hand piece at a point. */
export function handAt(
  layout: Layout,
  x: number,
  y: number,
  flipped: boolean,
): { side: Side; kind: HandKind } | null {
  for (const side of ['black', 'white'] as const) {
    const slot = handSlots(layout, side, flipped).find(
      (s) => Math.abs(x - s.x) <= 46 && Math.abs(y - s.y) <= 53,
    );
    if (slot) return { side, kind: slot.kind };
  }
  return null;
}

/** Outline of a piece about the origin, point upwards, for a size of 1 = the height of a square. */
export function pentagon(size: number): string {
  const h = CELL_H * size;
  const w = h * 0.86;
  const points = [
    [0, -0.5], [0.34, -0.36], [0.47, 0.5], [-0.47, 0.5], [-0.34, -0.36],
  ] as const;
  return `M${points.map(([x, y]) => `${(x * w).toFixed(1)} ${(y * h).toFixed(1)}`).join('L')}Z`;
}

/** Sizes by rank, relative to a square. */
export const PIECE_SIZE = {
  K: 0.93, R: 0.91, B: 0.91, G: 0.87, S: 0.87, N: 0.83, L: 0.8, P: 0.76,
} as const;

/** An arrow from one point to another, as a filled shape. `width` is that of its shaft. */
export function arrowPath(x1: number, y1: number, x2: number, y2: number, width: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 1) return '';
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(width * 2.4, length * 0.6);
  const neck = [x2 - ux * head, y2 - uy * head] as const;
  const point = (x: number, y: number, off: number) => `${(x - uy * off).toFixed(1)} ${(y + ux * off).toFixed(1)}`;
  const half = width / 2;
  const corners = [
    point(x1, y1, half * 0.7), point(neck[0], neck[1], half), point(neck[0], neck[1], width * 1.25),
    point(x2, y2, 0), point(neck[0], neck[1], -width * 1.25), point(neck[0], neck[1], -half),
    point(x1, y1, -half * 0.7),
  ];
  return `M${corners.join('L')}Z`;
}

/** Where a move's arrow starts: its square, or the place in the hand. */
export function moveOrigin(
  layout: Layout,
  from: number | null,
  drop: HandKind | null,
  side: Side,
  flipped: boolean,
): [number, number] {
  if (from !== null) return squareCentre(layout, from, flipped);
  const slot = handSlots(layout, side, flipped).find((s) => s.kind === drop);
  return slot ? [slot.x, slot.y] : [0, 0];
}


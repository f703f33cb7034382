// Boards of go: diagrams, names of points, addresses. The rules are the server's.

import type { GoPosition, Side } from '../protocol.ts';

export type Stone = Side | null;

export interface GoBoard {
  width: number;
  height: number;
  /** Row by row from the top. */
  stones: Stone[];
}

/** Names of columns: without I. */
export const LETTERS = 'ABCDEFGHJKLMNOPQRST';
export const LARGEST = 19;
const SYMBOLS: Record<string, Stone> = { '.': null, X: 'black', O: 'white' };

export function parseDiagram(diagram: string): GoBoard | null {
  const rows = diagram.split('\n').filter((row) => row !== '');
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  if (width < 1 || height < 1 || width > LARGEST || height > LARGEST) return null;
  if (rows.some((row) => row.length !== width || /[^.XO]/.test(row))) return null;
  return { width, height, stones: [...rows.join('')].map((symbol) => SYMBOLS[symbol]!) };
}

export function formatDiagram({ width, height, stones }: GoBoard): string {
  const row = (y: number) =>
    stones.slice(y * width, (y + 1) * width).map((stone) => (stone === null ? '.' : stone === 'black' ? 'X' : 'O')).join('');
  return Array.from({ length: height }, (_, y) => row(y)).join('\n');
}

export const emptyPosition = (width: number, height = width): GoPosition => ({
  diagram: Array.from({ length: height }, () => '.'.repeat(width)).join('\n'),
  turn: 'black',
  ko: null,
  prisoners: [0, 0],
});

/** Name of a point: `C3`. */
export const vertexOf = (board: GoBoard, index: number): string =>
  `${LETTERS[index % board.width]}${board.height - Math.floor(index / board.width)}`;

/** Number of a point; -1 for a pass and for other text. */
export function indexOf(board: GoBoard, vertex: string): number {
  const [, letter, number] = /^([A-HJ-T])(\d{1,2})$/.exec(vertex) ?? [];
  const [x, y] = [letter ? LETTERS.indexOf(letter) : -1, board.height - Number(number ?? 0)];
  return x >= 0 && x < board.width && y >= 0 && y < board.height ? y * board.width + x : -1;
}

/** The points with these names. */
export const indicesOf = (board: GoBoard, vertices: string[]): ReadonlySet<number> => new Set(vertices.map((vertex) => indexOf(board, vertex)));

/** The position with another stone on a point. Ko and captures are then those of a new game. */
export function withStone(position: GoPosition, index: number, stone: Stone): GoPosition {
  const board = parseDiagram(position.diagram);
  if (!board) return position;
  board.stones[index] = stone;
  return { ...position, diagram: formatDiagram(board), ko: null };
}

/** The stones that live or die with a stone: those of its colour in one area with it; `border` bounds the area. */
export function groupOf({ width, height, stones }: GoBoard, index: number, border: ReadonlySet<number>): number[] {
  const color = stones[index];
  const seen = new Set([index]);
  for (const at of seen) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const near = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, y > 0 ? at - width : -1, y < height - 1 ? at + width : -1];
    for (const next of near) if (next >= 0 && !border.has(next) && (stones[next] === color || stones[next] === null)) seen.add(next);
  }
  return [...seen].filter((at) => stones[at] === color);
}

/** Points drawn as dots: the customary ones of square boards. */
export function starPoints(width: number, height: number): [number, number][] {
  if (width !== height || width < 7) return width === 5 && height === 5 ? [[2, 2]] : [];
  const near = width < 13 ? 2 : 3;
  const far = width - 1 - near;
  const middle = (width - 1) / 2;
  const lines = width % 2 === 0 ? [near, far] : width < 15 ? [] : [near, middle, far];
  if (lines.length > 0) return lines.flatMap((x) => lines.map((y): [number, number] => [x, y]));
  return [[near, near], [far, near], [near, far], [far, far], [middle, middle]];
}

/** The position as fields of an address. */
export function toQuery(position: GoPosition, rules: string): URLSearchParams {
  const query = new URLSearchParams({ board: position.diagram.replaceAll('\n', '/'), turn: position.turn, rules });
  if (position.ko) query.set('ko', position.ko);
  if (position.prisoners.some((n) => n > 0)) query.set('taken', position.prisoners.join(','));
  return query;
}

/** The position of an address; null without one. Invalid numbers or names count as absent. */
export function fromQuery(query: URLSearchParams): { position: GoPosition; rules: string | null } | null {
  const diagram = query.get('board')?.replaceAll('/', '\n') ?? '';
  if (!parseDiagram(diagram)) return null;
  const [black = 0, white = 0] = (query.get('taken') ?? '').split(',').map((n) => (/^\d{1,4}$/.test(n) ? Number(n) : 0));
  const ko = query.get('ko');
  const position: GoPosition = {
    diagram,
    turn: query.get('turn') === 'white' ? 'white' : 'black',
    ko: ko && /^[A-HJ-T]\d{1,2}$/.test(ko) ? ko : null,
    prisoners: [black, white],
  };
  return { position, rules: query.get('rules') };
}

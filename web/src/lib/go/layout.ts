// Where the points of a drawn board of go are.

import type { GoBoard } from './board.ts';

export const CELL = 40;
export const MARGIN = 50;

export const sizeOf = ({ width, height }: GoBoard) => ({ width: (width - 1) * CELL + 2 * MARGIN, height: (height - 1) * CELL + 2 * MARGIN });
export const xOf = ({ width }: GoBoard, index: number): number => MARGIN + (index % width) * CELL;
export const yOf = ({ width }: GoBoard, index: number): number => MARGIN + Math.floor(index / width) * CELL;

/** The point under the pointer; null beside the board. */
export function pointAt({ width, height }: GoBoard, svg: SVGSVGElement, event: PointerEvent): number | null {
  const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse());
  const [column, row] = [Math.round((p.x - MARGIN) / CELL), Math.round((p.y - MARGIN) / CELL)];
  return column >= 0 && column < width && row >= 0 && row < height ? row * width + column : null;
}

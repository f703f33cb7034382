// Boards of go: a game to review, and points to press.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { testdata } from './app.ts';

/** A sum of corridors in which Black passes and White takes the smaller one, with more properties of the root. */
export function sumGame(properties = ''): string {
  const start = readFileSync(testdata('go/sums/sum03.sgf'), 'utf8').trimEnd().slice(0, -1);
  return `${start}${properties};B[];W[bg];B[ea])`;
}

/** Where a point of a square board is on the screen. */
export function pointOf(page: Page, vertex: string): Promise<{ x: number; y: number }> {
  return page.locator('svg[data-go]').evaluate((svg, vertex) => {
    const size = svg.getAttribute('data-go')!.split('\n').length;
    const box = svg.querySelector('.grid')!.getBoundingClientRect();
    const [x, y] = ['ABCDEFGHJKLMNOPQRST'.indexOf(vertex[0]!), size - Number(vertex.slice(1))];
    return { x: box.x + (x * box.width) / (size - 1), y: box.y + (y * box.height) / (size - 1) };
  }, vertex);
}

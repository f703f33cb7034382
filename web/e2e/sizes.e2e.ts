// The rooms on a phone upright and on its side, and in a window at 200 %: everything is in sight or can be scrolled to.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, SIDEWAYS, tapMove, withApp, ZOOMED } from './app.ts';
import { sideways } from './faults.ts';
import { prepare, type Scene } from './scene.ts';

/** What of the rooms must be in sight, and how high and wide at least. */
function roomsOf(app: App, { analysed, game }: Scene): { name: string; address: string; parts: [string, number, number][] }[] {
  const board: [string, number, number] = ['svg[data-sfen]', 190, 190];
  return [
    { name: 'analyse', address: analysed, parts: [board, ['.room > .panel', 240, 180], ['#panel-body', 240, 80]] },
    { name: 'report', address: `${analysed}?tab=report`, parts: [board, ['#panel-body', 240, 80]] },
    { name: 'play', address: game, parts: [board, ['.room > .panel', 240, 180], ['.panel ol', 200, 40]] },
    { name: 'edit', address: `${app.url}/edit`, parts: [board, ['.room > .panel', 240, 180]] },
    { name: 'mate', address: `${app.url}/mate?set=composed-3&n=1`, parts: [board, ['.room > .panel', 240, 180]] },
    { name: 'learn', address: `${app.url}/learn/10/3`, parts: [board, ['.room > .panel', 240, 180], ['.said', 200, 40]] },
    { name: 'new game', address: `${app.url}/play`, parts: [['form', 240, 180]] },
    { name: 'library', address: `${app.url}/library`, parts: [['.left', 240, 180]] },
    { name: 'books', address: `${app.url}/books`, parts: [board, ['.room > .panel', 240, 180]] },
    { name: 'lens', address: `${app.url}/lens`, parts: [['[data-testid=icicle]', 240, 180]] },
    { name: 'lab', address: `${app.url}/lab?name=tree`, parts: [['article', 240, 180]] },
    { name: 'lesson tree', address: `${app.url}/lab/1/4`, parts: [['.lesson', 240, 180], ['.lesson nav', 240, 36]] },
    { name: 'lesson goals', address: `${app.url}/lab/3/4`, parts: [['.lesson', 240, 180]] },
    { name: 'settings', address: `${app.url}/settings`, parts: [['.room', 240, 180]] },
  ];
}

/** The error of a part: too small, or not in the window; for buttons of the room, outside it to a side. */
async function misplaced(page: Page, parts: [string, number, number][]): Promise<string[]> {
  return page.evaluate((parts) => {
    const wrong: string[] = [];
    const inside = (box: DOMRect) => [Math.min(box.right, innerWidth) - Math.max(box.left, 0), Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)];
    for (const [selector, width, height] of parts) {
      const found = document.querySelector(selector);
      const [w, h] = found ? inside(found.getBoundingClientRect()) : [0, 0];
      if (w! < width || h! < height) wrong.push(`${selector} shows ${Math.round(w!)} x ${Math.round(h!)}`);
    }
    for (const element of document.querySelectorAll('button, a, input:not(.unseen), select, textarea')) {
      if (element.closest('.unseen, .skip') || element.matches('.skip')) continue;
      const box = element.getBoundingClientRect();
      if (box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5)) wrong.push(`cut off: ${element.outerHTML.slice(0, 100)}`);
    }
    // Elements that do not scroll must be fully visible, and inside their row.
    for (const element of document.querySelectorAll('.controls button, .frame > nav > a, .frame > nav > button, .tabs button')) {
      const box = element.getBoundingClientRect();
      const row = element.closest('.controls, nav, .tabs')!.getBoundingClientRect();
      if (box.width > 0 && (box.left < row.left - 0.5 || box.right > row.right + 0.5)) wrong.push(`outside its row: ${element.outerHTML.slice(0, 100)}`);
      if (box.width > 0 && (box.top < -0.5 || box.bottom > innerHeight + 0.5)) wrong.push(`below the window: ${element.outerHTML.slice(0, 100)}`);
    }
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) wrong.push('scrolls sideways');
    return wrong;
  }, parts);
}

describe.skipIf(!canTest())('sizes', () => {
  let app: App;
  let scene: Scene;
  withApp(async (started) => {
    app = started;
    scene = await prepare(app, 2_000);
  }, 120_000);

  it.each([['844 x 390', SIDEWAYS], ['640 x 360', ZOOMED], ['390 x 844', PHONE]] as const)('shows every room at %s', async (_, options) => {
    const page = await app.page(options);
    const found: string[] = [];
    for (const { name, address, parts } of roomsOf(app, scene)) {
      await page.goto(address);
      await page.waitForSelector(parts[0]![0]);
      await page.waitForTimeout(400);
      found.push(...(await misplaced(page, parts)).map((fault) => `${name}: ${fault}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('plays a move and reads the moves on a phone on its side', async () => {
    const page = await app.page(SIDEWAYS);
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent('lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1')}`);
    await page.waitForURL(/analyse\/\d+/);
    await tapMove(page, '7g7f');
    await page.locator('.move', { hasText: '☗P-76' }).waitFor();
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('link', { name: 'Settings' }).tap();
    await page.waitForURL(/settings/);
    await page.context().close();
  });

  it.each([[360, 740], [768, 1024], [1920, 1080]])('shows a large board at %i x %i', async (width, height) => {
    const page = await app.page({ viewport: { width, height } });
    for (const address of [scene.analysed, scene.game, `${app.url}/library`, `${app.url}/edit`]) {
      await page.goto(address);
      await page.waitForSelector('svg[data-sfen]');
      expect(await sideways(page)).toBe(0);
      const board = await page.locator('.frame[width]').first().boundingBox();
      expect(board!.width, address).toBeGreaterThan(Math.min(width, 480) * 0.6);
    }
    await page.context().close();
  });
});

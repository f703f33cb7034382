// Tabs of the room of analysis: opened from the library and by hand, switched, moved, closed with undo, kept.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, PHONE, playMove, SIDEWAYS, sfenOf, testdata, withApp } from './app.ts';

const EVEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b';

const strip = (page: Page) => page.getByTestId('tabs');
const names = (page: Page) => strip(page).locator('a').allTextContents();
const shown = (page: Page) => strip(page).locator('[aria-current]').textContent();
const inStrip = (page: Page, count: number) => expect.poll(() => strip(page).locator('a').count()).toBe(count);

/** A page with the sample game and two positions in tabs, the last one shown. */
async function three(app: App, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await app.page(options);
  for (let count = 2; count <= 3; count += 1) {
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('button', { name: /^(Start position|初期局面)$/ }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    await boardShows(page, EVEN);
  }
  return page;
}

/** Draws an arrow with the right button. */
async function drawArrow(page: Page): Promise<void> {
  const box = (await page.locator('svg[role=application] .frame').first().boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.28, box.y + box.height * 0.72);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  await page.mouse.up({ button: 'right' });
}

describe.skipIf(!canTest())('tabs', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('open from the library, with Ctrl, the middle button and a selection', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/library`);
    await page.fill('input[name=folder]', testdata('records'));
    await page.locator('.folder button:not([type])').click();
    await page.getByTestId('imported').waitFor();
    const games = page.locator('.game');
    await games.nth(0).locator('.name').click({ modifiers: ['Control'] });
    await page.getByRole('status').getByText('Opened in a new tab').waitFor();
    expect(page.url()).toContain('/library');
    await games.nth(1).locator('.date').click({ button: 'middle' });
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/analyse/*');
    await inStrip(page, 3);
    await page.goto(`${app.url}/library`);
    await games.nth(2).locator('.date').click({ modifiers: ['Control'] });
    await games.nth(3).locator('.date').click({ modifiers: ['Control'] });
    await page.getByRole('button', { name: 'Open in tabs' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Show' }).click();
    await inStrip(page, 5);
    await page.context().close();
  });

  it('keep place, direction, drawings and changes, also after a reload', async () => {
    const page = await three(app);
    await inStrip(page, 3);
    await playMove(page, '7g7f');
    await boardShows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6');
    await strip(page).locator('[aria-current] [role=img]').waitFor();
    await page.keyboard.press('f');
    await drawArrow(page);
    await page.locator('path.own').waitFor();
    const [moved, address] = [await sfenOf(page), page.url()];
    await page.keyboard.press(',');
    await boardShows(page, EVEN);
    expect(await page.locator('path.own').count()).toBe(0);
    expect(await page.locator('.names text').first().textContent()).toBe('9');
    await page.keyboard.press('.');
    await boardShows(page, moved);
    const kept = async () => {
      await page.locator('path.own').waitFor();
      expect(page.url()).toBe(address);
      expect(await page.locator('.names text').first().textContent()).toBe('1');
      await strip(page).locator('[aria-current] [role=img]').waitFor();
      await inStrip(page, 3);
    };
    await kept();
    await page.waitForTimeout(400);
    await page.reload();
    await boardShows(page, moved);
    await kept();
    // The room without a document: the tab that was shown last.
    await page.goto(`${app.url}/settings`);
    await page.goto(`${app.url}/analyse`);
    await boardShows(page, moved);
    expect(page.url()).toBe(address);
    // Saved to the library, it has no changes; undone to the start of the document, neither.
    await page.getByRole('button', { name: 'Save' }).click();
    await strip(page).locator('[role=img]').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('analyses only the shown tab', async () => {
    const page = await three(app);
    const asked: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => asked.push(String(payload))));
    await page.reload();
    await boardShows(page, EVEN);
    await page.keyboard.press('Space');
    await page.keyboard.press(',');
    await page.keyboard.press(',');
    await expect.poll(() => asked.filter((text) => text.includes('analysis_start')).length).toBeGreaterThan(0);
    await page.waitForTimeout(300);
    const last = asked.filter((text) => text.includes('analysis_start')).at(-1)!;
    expect(page.url()).toContain(`/analyse/${/"document":(\d+)/.exec(last)![1]}`);
    await page.context().close();
  });

  it('close with undo, by key and by middle click', async () => {
    const page = await three(app);
    const before = await names(page);
    await playMove(page, '2g2f');
    await boardShows(page, 'lnsgkgsnl/1r5b1/ppppppppp/9/9/7P1');
    const moved = await sfenOf(page);
    await page.keyboard.press('x');
    await inStrip(page, 2);
    await boardShows(page, EVEN);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await boardShows(page, moved);
    expect(await names(page)).toEqual(before);
    await strip(page).locator('a').nth(1).click({ button: 'middle' });
    await inStrip(page, 2);
    expect(await sfenOf(page)).toBe(moved);
    await page.keyboard.press(',');
    await page.keyboard.press('x');
    // The last tab stays, and needs no strip.
    await strip(page).waitFor({ state: 'detached' });
    await boardShows(page, moved);
    await page.keyboard.press('x');
    expect(await sfenOf(page)).toBe(moved);
    await page.context().close();
  });

  it('move by mouse and keys', async () => {
    const page = await three(app);
    const [a, b, c] = await names(page);
    const tab = strip(page).locator('a');
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-testid=tabs] [aria-current]')!.focus());
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await names(page)).toEqual([a, c, b]);
    await page.keyboard.press('Shift+ArrowLeft');
    expect(await names(page)).toEqual([c, a, b]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => shown(page)).toBe(a);
    const [from, to] = [(await tab.nth(0).boundingBox())!, (await tab.nth(2).boundingBox())!];
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 10, { steps: 8 });
    await page.mouse.up();
    expect(await names(page)).toEqual([a, b, c]);
    // The drag is not a click.
    expect(await shown(page)).toBe(a);
    await page.keyboard.press('Delete');
    await inStrip(page, 2);
    await page.context().close();
  });

  it.each([['upright', PHONE], ['sideways', SIDEWAYS]] as const)('are a list on a phone held %s', async (_, options) => {
    const page = await three(app, { ...options, locale: 'ja-JP', colorScheme: 'dark' });
    expect(await strip(page).count()).toBe(0);
    await page.getByRole('button', { name: '開いている棋譜 3' }).tap();
    const list = page.getByTestId('tab-list');
    const first = list.locator('li').first();
    const name = await first.locator('.name').textContent();
    await first.getByRole('button', { name: /を下へ/ }).tap();
    await expect.poll(() => list.locator('.name').nth(1).textContent()).toBe(name);
    await list.locator('li').nth(2).getByRole('button', { name: /を閉じる/ }).tap();
    await expect.poll(() => list.locator('li').count()).toBe(2);
    await list.locator('.name').nth(1).tap();
    await list.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '開いている棋譜 2' }).tap();
    await page.getByRole('button', { name: '新しいタブ …' }).tap();
    expect(await page.getByLabel('新しいタブで開く').isChecked()).toBe(true);
    await page.context().close();
  });
});

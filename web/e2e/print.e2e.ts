// On paper: the board and all moves, or the report; without buttons, in the light theme.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { App, canTest, withApp } from './app.ts';

/** As the browser lays out a page of A4, with its margins. */
async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1032 });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

describe.skipIf(!canTest())('a printed page', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('has the board and every move', async () => {
    const page = await app.page({ colorScheme: 'dark' });
    const moves = page.locator('.list .item');
    expect(await moves.count()).toBeLessThan(80);
    await toPaper(page);
    expect(await moves.count()).toBe(123);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
    for (const hidden of ['nav', '.controls', '[role=tablist]', '.actions']) {
      expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
    }
    const boxes = await page.evaluate(() => ['svg[data-sfen]', '.list .item:last-child'].map((one) => document.querySelector(one)!.getBoundingClientRect().bottom));
    expect(boxes[0]).toBeLessThan(boxes[1]!);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(703);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await expect.poll(() => moves.count()).toBeLessThan(80);
  });

  it('has the report', async () => {
    const page = await app.page();
    await page.getByRole('tab', { name: 'Report' }).click();
    await page.waitForSelector('[data-testid=mistakes] li');
    await toPaper(page);
    expect(await page.locator('.report button:visible').filter({ hasText: /Learn|Analyse|Win rate/ }).count()).toBe(0);
    const last = await page.locator('[data-testid=mistakes] li').last().boundingBox();
    expect(last!.y).toBeGreaterThan(1032);
  });
});

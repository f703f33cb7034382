// Pieces and boards of the reader's choice, in every room.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { App, canTest, PHONE, withApp } from './app.ts';

const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const surface = (page: Page, name = '.surface') =>
  page.locator(`main ${name}`).first().evaluate((element) => getComputedStyle(element).fill);

describe.skipIf(!canTest())('the looks of boards', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('are chosen by the keyboard, show at once, and stay', async () => {
    const page = await app.page();
    expect(await page.locator('.ink').count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await radio(page, 'one kanji').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await radio(page, 'international').getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Tab');
    expect(await radio(page, 'standard').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await radio(page, 'wood').getAttribute('aria-checked')).toBe('true');
    // Each choice shows its own board, independent of the page's.
    const previews = await page.locator('svg[data-board] .surface').evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
    expect(new Set(previews).size).toBe(3);

    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.waitForSelector('svg[data-sfen] .ink[d^="M"]');
    expect(await page.locator('svg[data-sfen] .ink').count()).toBe(40);
    expect(await surface(page)).toContain('#wood');
    await page.locator('#wood').waitFor({ state: 'attached' });

    await page.goto(`${app.url}/go`);
    await page.waitForSelector('svg[data-go]');
    expect(await surface(page, 'rect.board')).toContain('#wood');
    await page.goto(`${app.url}/edit`);
    await page.waitForSelector('svg[data-sfen] .ink[d^="M"]');
  });

  it('go into the picture of a position', async () => {
    const page = await app.page();
    await page.evaluate(() => localStorage.setItem('zenpuku.prefs', JSON.stringify({ pieces: 'symbols' })));
    await page.reload();
    await page.waitForSelector('svg[data-sfen] .ink[d^="M"]');
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text.match(/fill-rule="evenodd" fill="#1F2328"/g)).toHaveLength(40);
    expect(text).not.toContain('>歩<');
  });

  it('are chosen by a finger', async () => {
    const page = await app.page(PHONE);
    await page.goto(`${app.url}/settings`);
    await radio(page, 'quiet').tap();
    await radio(page, 'two kanji').tap();
    expect(await page.locator('html').getAttribute('data-board')).toBe('paper');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await page.waitForSelector('svg[data-sfen] text:text-is("将")');
  });
});

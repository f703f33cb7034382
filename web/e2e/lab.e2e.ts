// The laboratory: the paper's table beside ours, the quick version run here with progress, cancelled and gone on.

import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';

describe.skipIf(!canTest())('lab', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('shows committed results at once, runs the quick version with progress and shows the paper’s table beside ours', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/lab`);
    await page.getByRole('heading', { name: 'Alpha-beta trees' }).waitFor();
    await page.locator('[data-testid=kind][data-quick=false]').waitFor();
    await page.getByRole('button', { name: 'Run the quick version' }).click();
    await page.locator('.job progress').waitFor();
    await page.locator('[data-testid=kind][data-quick=true]').waitFor({ timeout: 120_000 });
    await page.getByText('All exact checks passed.').waitFor();
    const paper = page.locator('[data-table=paper]').first();
    const ours = page.locator('[data-table=ours]').first();
    expect(await paper.locator('td', { hasText: 'A B E F G C H D K' }).count()).toBe(1);
    expect(await ours.locator('td', { hasText: 'A B E F G C H D K' }).count()).toBe(2);
    const [left, right] = [(await paper.boundingBox())!, (await ours.boundingBox())!];
    expect(right.x).toBeGreaterThan(left.x + left.width);
    expect(Math.abs(right.y - left.y)).toBeLessThan(2);
    expect(await page.locator('.plots img').count()).toBeGreaterThan(2);
    expect(await page.locator('.plots img').first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
    await page.getByText('Command: zenpuku lab tree --quick').waitFor();
    // The full tables are still there, and tables and plots are given away.
    await page.getByRole('button', { name: 'Full tables' }).click();
    await page.locator('[data-testid=kind][data-quick=false]').waitFor();
    await page.getByRole('button', { name: 'Quick run' }).click();
    await page.locator('[data-testid=kind][data-quick=true]').waitFor();
    const saved = async (button: Locator) => {
      const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return readFile((await file.path())!, 'utf8');
    };
    expect(await saved(page.getByRole('button', { name: /^CSV: Ours/ }).first())).toMatch(/^\ufeff.*,.*\r\n/);
    expect(await saved(page.getByRole('button', { name: /^SVG: / }).first())).toContain('<svg');
    await page.context().close();
  });

  it('cancels a run and goes on with it', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/lab?name=techniques`);
    await page.getByRole('button', { name: 'Run the quick version' }).click();
    await page.getByText(/Experiment: [1-9]\d* of \d+/).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.job[data-state=cancelled]').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText(/Experiment: [1-9]\d* of \d+/).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.job[data-state=cancelled]').waitFor({ timeout: 60_000 });
    await page.context().close();
  });

  it('shows every table whole at 1440 pixels, and speaks Japanese', async () => {
    const page = await app.page({ viewport: { width: 1440, height: 900 }, locale: 'ja-JP' });
    await page.goto(`${app.url}/lab`);
    await page.waitForSelector('nav.list a');
    const names = await page.locator('nav.list a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    for (const address of names) {
      await page.goto(`${app.url}${address}`);
      await page.waitForSelector('[data-table=ours], [data-testid=experiment] .primary');
      const cut = await page.locator('[data-table]').evaluateAll((tables) =>
        tables.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => `${table.getAttribute('aria-label')}: ${table.scrollWidth} in ${table.clientWidth}`));
      expect(cut, address).toEqual([]);
      expect(await page.locator('[data-testid=summary]').innerText()).toMatch(/[ぁ-ん]/);
    }
    await page.context().close();
  });

  it('knows every experiment by its address, and says when there is none', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/lab`);
    await page.waitForSelector('nav.list a');
    const names = await page.locator('nav.list a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
    expect(names.length).toBeGreaterThan(5);
    for (const address of names) {
      await page.goto(`${app.url}${address}`);
      await page.waitForSelector('[data-table=ours], [data-testid=experiment] .primary');
      // A heading in words, not the name a command knows it by.
      expect(address.endsWith(`=${await page.locator('article h2').first().innerText()}`)).toBe(false);
    }
    await page.goto(`${app.url}/lab?name=<script>`);
    await page.waitForSelector('nav.list a');
    expect(await page.locator('article script').count()).toBe(0);
    await page.context().close();
  });
});

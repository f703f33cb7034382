// The search lens: the tree of a real search, switches of techniques, hostile positions.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';

const run = (page: Page, name: 'usual' | 'now') =>
  page.locator(`[data-run=${name}]`).evaluate((row) => ({ nodes: Number(row.getAttribute('data-nodes')), best: row.getAttribute('data-best') }));
const searched = (page: Page) => page.locator('.panel .primary', { hasText: 'Search' }).waitFor();
const cause = (page: Page, name: string) => page.locator(`[data-testid=icicle] [data-cause="${name}"]`).count();

/** A position full of tactics. */
const TACTICS = 'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1';

async function openLens(app: App, sfen?: string): Promise<Page> {
  const page = await app.page();
  await page.goto(`${app.url}/lens${sfen ? `?sfen=${encodeURIComponent(sfen)}` : ''}`);
  await page.waitForSelector('[data-testid=icicle] [data-place="1"]');
  await searched(page);
  return page;
}

describe.skipIf(!canTest())('lens', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('turns futility pruning off and on: nothing is cut by it, the search is another, and comes back', async () => {
    const page = await openLens(app, TACTICS);
    // So few nodes that every one has its bar, including those that are cut immediately.
    const { nodes: deep } = await run(page, 'usual');
    await page.getByLabel('Depth').selectOption('3');
    await page.waitForFunction((before) => {
      const nodes = Number(document.querySelector('[data-run=usual]')?.getAttribute('data-nodes'));
      return nodes > 0 && nodes < before;
    }, deep);
    await searched(page);
    const usual = await run(page, 'usual');
    expect(usual.nodes).toBeGreaterThan(100);
    expect(usual.nodes).toBeLessThan(1_200);
    expect(await cause(page, 'futility')).toBeGreaterThan(0);
    const futility = page.getByRole('switch', { name: 'Futility pruning' });
    await futility.click();
    await page.waitForFunction(() => Number(document.querySelector('[data-run=now]')?.getAttribute('data-nodes')) > 0);
    await searched(page);
    const without = await run(page, 'now');
    // Other nodes, not always more: nodes that are not cut fill the table and order moves.
    expect(without.nodes).toBeGreaterThan(100);
    expect(without.nodes).not.toBe(usual.nodes);
    expect(await cause(page, 'futility')).toBe(0);
    await futility.click();
    await page.waitForFunction(() => !document.querySelector('[data-run=now]')?.getAttribute('data-nodes'));
    await searched(page);
    expect(await run(page, 'usual')).toEqual(usual);
    await page.context().close();
  });

  it('gives tables and tree away: copied, as CSV and as SVG', async () => {
    const page = await openLens(app);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Techniques' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Technique\tNodes\tTime \(ms\)\tMove\nStandard setting\t\d+\t/);
    const saved = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return readFile((await file.path())!, 'utf8');
    };
    expect((await saved('CSV: Icicle of the search')).split('\r\n').length).toBeGreaterThan(100);
    const drawing = await saved('SVG: Icicle of the search');
    expect(drawing).toMatch(/^<svg [^>]*xmlns=/);
    expect(drawing).toContain('fill="rgb(');
    expect(drawing).not.toContain('class=');
    await page.context().close();
  });

  it('shows the position of a bar, and walks through the tree by keyboard', async () => {
    const page = await openLens(app);
    const start = await page.locator('svg[data-sfen]').getAttribute('data-sfen');
    const bar = page.locator('[data-testid=icicle] [data-place="1"] rect');
    const wide = (await bar.boundingBox())!;
    const whole = (await page.locator('[data-testid=icicle] [data-place="0"] rect').boundingBox())!;
    expect(wide.width).toBeLessThan(whole.width);
    expect(wide.y).toBeGreaterThan(whole.y);
    await bar.click();
    await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, start);
    const icicle = page.getByTestId('icicle');
    await icicle.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Whole tree' }).click();
    await icicle.focus();
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowUp', 'Escape']) await page.keyboard.press(key);
    await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') === b, start);
    await page.context().close();
  });

  it('compares every technique and can be stopped', async () => {
    const page = await openLens(app);
    await page.getByLabel('Depth').selectOption('3');
    await searched(page);
    await page.getByRole('button', { name: 'Compare all' }).click();
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=techniques] .same[title]:not([title=""])').length === document.querySelectorAll('[data-technique]').length);
    // Of nodes only: a search of less than a millisecond has no change of time.
    const changes = await page.locator('[data-testid=techniques] tr:has([data-technique]) td:nth-child(3)').allInnerTexts();
    expect(changes.length).toBeGreaterThanOrEqual(12);
    for (const text of changes) expect(text).toMatch(/^[+−±][\d,]+ %$/);
    await page.getByLabel('Depth').selectOption('14');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await searched(page);
    await page.context().close();
  });

  it('has a sample at which every technique that is on saves nodes', async () => {
    const page = await openLens(app);
    await page.getByRole('button', { name: 'Compare all' }).click();
    const rows = page.locator('[data-testid=techniques] tr:has([data-technique])');
    await expect.poll(() => rows.locator('.same', { hasText: /[=≠]/ }).count()).toBe(await rows.count());
    const on = rows.filter({ has: page.locator('[aria-checked=true]') });
    const changes = await on.evaluateAll((all) => all.map((row) => [row.querySelector('th')!.textContent, row.querySelectorAll('td')[1]!.textContent]));
    expect(changes.length).toBeGreaterThan(8);
    expect(changes.filter(([, change]) => change!.startsWith('−'))).toEqual([]);
    expect(changes.find(([name]) => name!.startsWith('PVS'))![1]).toMatch(/^\+[1-9]/);
    await page.context().close();
  });

  it('compares every technique over several positions, with the spread', async () => {
    const page = await openLens(app);
    await page.getByLabel('Depth').selectOption('3');
    await searched(page);
    await page.getByLabel('Compare over').selectOption('several');
    await page.getByRole('button', { name: 'Compare all' }).click();
    const same = page.locator('[data-testid=techniques] td.same', { hasText: /^\d\/8$/ });
    await expect.poll(() => same.count()).toBe(await page.locator('[data-technique]').count());
    const nodes = await page.locator('[data-spread=nodes]').allInnerTexts();
    for (const text of nodes) expect(text).toMatch(/^[+−±][\d,]+ %\s+[+−±][\d,]+ … [+−±][\d,]+$/);
    // One position's own table is there when it is chosen again.
    await page.getByLabel('Compare over').selectOption('one');
    await expect.poll(() => page.locator('[data-spread]').count()).toBe(0);
    await page.context().close();
  });

  it('leads to the first lesson of the laboratory, from its old address too', async () => {
    const page = await openLens(app);
    await page.getByRole('link', { name: 'First lesson' }).click();
    await page.waitForURL(/\/lab\/1/);
    await page.goto(`${app.url}/lens?lesson=1`);
    await page.waitForURL(/\/lab\/1/);
    await page.locator('[data-lesson=alpha-beta]').waitFor();
    await page.context().close();
  });

  it('refuses hostile positions beside the field', async () => {
    const page = await openLens(app);
    for (const bad of ['<svg onload=hacked=1>', '9/9 b - 1']) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.locator('.panel [role=alert]').waitFor();
      await page.getByRole('button', { name: 'Sample position' }).click();
      await page.locator('.panel [role=alert]').waitFor({ state: 'detached' });
    }
    // No king to search for, and a side that is mated.
    for (const bad of ['4k4/9/9/9/9/9/9/9/9 b R 1', '4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1']) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.locator('.panel [role=alert]').waitFor();
    }
    expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
    await page.context().close();
  });
});

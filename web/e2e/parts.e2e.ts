// The rooms are loaded when they are opened.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';

const LANGUAGES = [
  { locale: 'en-US', failed: 'Could not load: Lab', again: 'Try again' },
  { locale: 'ja-JP', failed: '「実験室」を読み込めませんでした。', again: '再試行' },
];

/** The scripts that the page has asked for, by the names of their sources. */
const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => /assets\/([\w.]+)-[\w-]+\.js$/.exec(name)?.[1] ?? []));

describe.skipIf(!canTest())('parts of the page', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('loads the room of the address first and the others when nobody waits', async () => {
    const page = await app.page();
    await expect.poll(() => scriptsOf(page)).toEqual(expect.arrayContaining(['Analyse', 'Go', 'Lab', 'Lens', 'Mate', 'Settings']));
    const order = await scriptsOf(page);
    expect(order.indexOf('Analyse')).toBeLessThan(order.indexOf('Play'));
    // Opening another room does not reload the page.
    await page.evaluate(() => performance.clearResourceTimings());
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await page.locator('article').waitFor();
    expect(await scriptsOf(page)).toEqual([]);
    await page.context().close();
  });

  it.each(LANGUAGES)('shows a skeleton, says that a room is missing and tries again ($locale)', async ({ locale, failed, again }) => {
    const page = await app.page({ locale });
    let answer: () => void = () => {};
    const held = new Promise<void>((go) => (answer = go));
    let broken = true;
    await page.context().route(/assets\/Lab-/, async (route) => {
      await held;
      await (broken ? route.abort() : route.fallback());
    });
    await page.goto(`${app.url}/lab`);
    await page.locator('main .skeleton').waitFor();
    answer();
    await page.getByText(failed).waitFor();
    // A try that fails loads the whole page again, as a new version needs.
    await page.getByRole('button', { name: again }).click();
    await page.waitForEvent('load');
    await page.getByText(failed).waitFor();
    broken = false;
    await page.getByRole('button', { name: again }).click();
    await page.locator('article').waitFor();
    const expected = app.problems.splice(0).filter((problem) => /ERR_FAILED/.test(problem));
    expect(expected.length).toBeGreaterThan(0);
    await page.context().close();
  });
});

// Matches between engines: set up, stopped, resumed, viewed.

import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, withApp } from './app.ts';

describe.skipIf(!canTest())('matches', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('plays a match, stops, goes on after a restart, and opens a game', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/matches`);
    const form = page.getByTestId('match-form');
    await form.getByLabel('Games per pair of engines').fill('6');
    await form.getByLabel('Thinking').selectOption({ label: 'Nodes a move' });
    await form.locator('input[name=nodes]').fill('0');
    await form.getByRole('button', { name: 'Start the match' }).click();
    // The browser refuses values out of range.
    expect(await page.locator('input[name=nodes]:invalid').count()).toBe(1);
    await form.locator('input[name=nodes]').fill('300');
    await form.getByRole('button', { name: 'Start the match' }).click();
    await page.waitForURL(/matches\/1$/);
    await page.getByTestId('standings').getByText('Zenpuku 2').waitFor();
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    const more = page.getByRole('button', { name: 'Resume', exact: true });
    // It may have ended before.
    await stop.click({ timeout: 5_000 }).catch(() => null);
    await page.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    await app.restart();
    await page.reload();
    await page.getByTestId('standings').waitFor();
    if (await more.isVisible()) await more.click();
    await page.getByRole('status').filter({ hasText: '6 of 6 games' }).waitFor();
    const games = page.getByTestId('match-games').locator('li');
    await expect.poll(() => games.count()).toBe(6);
    await games.first().getByRole('button').click();
    await page.waitForURL(/analyse\/\d+/);
    await page.getByText('Zenpuku 2').first().waitFor();
    await page.context().close();
  });

  it('deletes a match by touch on a phone, in Japanese', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' });
    await page.goto(`${app.url}/matches/1`);
    await page.getByRole('button', { name: '削除', exact: true }).tap();
    await page.locator('dialog').getByRole('button', { name: '削除', exact: true }).tap();
    await page.waitForURL(/matches$/);
    await page.getByTestId('match-form').waitFor();
    expect(await page.getByTestId('standings').count()).toBe(0);
    await page.context().close();
  });
});

// Matches between engines: set up, stopped, resumed, viewed.

import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, withApp } from './app.ts';
import { ask } from './scene.ts';

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

  it('stops by SPRT, from lines of a file, and names a bad line', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/matches`);
    const form = page.getByTestId('match-form');
    await form.getByLabel('Games per pair of engines').fill('200');
    await form.getByLabel('Thinking').selectOption({ label: 'Nodes a move' });
    await form.locator('input[name=nodes]').fill('100');
    await form.getByLabel('Stop as soon as the result is clear (SPRT)').check();
    for (const [name, value] of [['elo1', '200'], ['alpha', '20'], ['beta', '20']]) await form.locator(`input[name=${name}]`).fill(value!);
    await form.getByLabel('Openings').selectOption({ label: 'Your own lines' });
    await form.getByLabel('Start lines, one per row').fill('startpos\nstartpos moves 7g7f 7g7f');
    await form.getByRole('button', { name: 'Start the match' }).click();
    await form.getByRole('alert').getByText('openings, line 2: move 2 (7g7f) is not legal').waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), form.getByRole('button', { name: 'Choose a file' }).click()]);
    const lines = ['startpos moves 7g7f 3c3d', 'startpos moves 2g2f 8c8d', 'startpos moves 7g7f 8c8d'];
    await chooser.setFiles({ name: 'lines.sfen', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
    await expect.poll(() => form.getByLabel('Start lines, one per row').inputValue()).toContain('2g2f');
    await form.getByRole('button', { name: 'Start the match' }).click();
    // Equal engines win a game each of every pair: two pairs decide.
    await page.getByText('H0 accepted (Zenpuku: 0 Elo)').waitFor();
    await page.getByText('Played from 3 chosen start lines.').waitFor();
    await app.restart();
    await page.reload();
    await page.getByText('H0 accepted (Zenpuku: 0 Elo)').waitFor();
    await page.getByRole('status').filter({ hasText: '4 of 200 games' }).waitFor();
    expect(await page.getByRole('button', { name: 'Resume', exact: true }).count()).toBe(0);
    await page.context().close();
  });

  it('follows a game while it is played, and lets one look back', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/matches`);
    const form = page.getByTestId('match-form');
    await form.getByLabel('Games per pair of engines').fill('2');
    await form.locator('input[name=seconds]').fill('0.2');
    await form.getByRole('button', { name: 'Start the match' }).click();
    await page.getByTestId('live-games').getByRole('link').first().click();
    await page.waitForURL(/matches\/\d+\/0$/);
    await page.getByTestId('watch-state').getByText('is thinking').waitFor();
    const shown = async () => (await page.getByTestId('watch-ply').innerText()).split(' / ').map(Number);
    // The board follows the moves: the opening has 16.
    await expect.poll(async () => (await shown())[0], { timeout: 30_000 }).toBeGreaterThan(17);
    await expect.poll(() => page.getByTestId('watch-scores').locator('dd').allInnerTexts()).not.toContain('–');
    await page.keyboard.press('Home');
    await page.getByText('The game goes on.').waitFor();
    const sfen = await page.locator('svg[data-sfen]').getAttribute('data-sfen');
    const [, total] = await shown();
    await expect.poll(async () => (await shown())[1], { timeout: 30_000 }).toBeGreaterThan(total! + 1);
    expect((await shown())[0]).toBe(0);
    expect(await page.locator('svg[data-sfen]').getAttribute('data-sfen')).toBe(sfen);
    await page.keyboard.press('End');
    await expect.poll(async () => { const [at, all] = await shown(); return at === all; }).toBe(true);
    await page.getByRole('link', { name: 'Back to the match' }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();
    expect(await page.getByTestId('live-games').count()).toBe(0);
    await page.context().close();
  });

  it('shows on a phone, in Japanese, how a game ended, and opens it', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' });
    await page.goto(`${app.url}/matches`);
    await page.getByTestId('match-form').waitFor();
    const setup = { players: [0, 0], games: 2, time: { nodes: 3_000 }, concurrency: 1, seed: 3, sprt: null };
    const [started] = await ask(page, [{ type: 'match_start', setup, openings: { type: 'built_in' } }]);
    const { id } = (started as unknown as { state: { id: number } }).state;
    await page.goto(`${app.url}/matches/${id}/0`);
    await page.getByTestId('watch-state').getByText(/の勝ち|引き分け/).waitFor();
    await page.getByRole('button', { name: '検討で開く' }).tap();
    await page.waitForURL(/analyse\/\d+/);
    await page.waitForSelector('svg[data-sfen]');
    await page.context().close();
  });

  it('plays from games that are selected in the library', async () => {
    const page = await app.page();
    // The games of the matches before.
    await page.goto(`${app.url}/library`);
    await page.getByTestId('total').waitFor();
    await page.locator('.game .date').nth(0).click({ modifiers: ['Control'] });
    await page.locator('.game .date').nth(1).click({ modifiers: ['Control'] });
    await page.getByTestId('selected').getByText('2 games selected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Play a match from these' }).click();
    const form = page.getByTestId('match-form');
    await form.getByTestId('chosen-games').getByText('2 games selected in the library').waitFor();
    await form.getByLabel('Moves of each game').fill('2');
    await form.getByLabel('Games per pair of engines').fill('2');
    await form.getByLabel('Thinking').selectOption({ label: 'Nodes a move' });
    await form.locator('input[name=nodes]').fill('100');
    await form.getByRole('button', { name: 'Start the match' }).click();
    await page.getByText(/Played from \d+ chosen start lines?\./).waitFor();
    await page.getByRole('status').filter({ hasText: '2 of 2 games' }).waitFor();
    await page.context().close();
  });
});

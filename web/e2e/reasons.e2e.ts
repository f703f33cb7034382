// The report begins with the decisive moves and their reasons.

import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, boardShows, canTest, PHONE, playMove, sfenOf, SIDEWAYS, tapMove, withApp } from './app.ts';
import { sideways } from './faults.ts';
import { ask } from './scene.ts';

/** Black does not take the horse back that has taken the bishop. */
const BLUNDER = 'startpos moves 7g7f 3c3d 2g2f 2b8h+ 2f2e 8h9i 2e2d 9i9h';
const TAKEN = 'lnsgkgsnl/1r7/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1+b5R1/LNSGKGSNL b b 5';
const ENGLISH = /^[\x20-\x7e☗☖]+$/;
const JAPANESE = /[ぁ-ん]。$/;
/** White's king walks into a mate in three: after the bishop's check it has two squares. */
const CORNERED = '9/8k/7sl/9/8B/9/9/9/7K1 w G 1';
const LANGUAGES = [
  { locale: 'en-US', sentence: ENGLISH, byMove: 'By move', byLoss: 'By loss', toGame: 'Back to the game', why: 'Why not this move?' },
  { locale: 'ja-JP', sentence: JAPANESE, byMove: '手数順', byLoss: '損失順', toGame: '本譜に戻る', why: 'なぜこの手はだめ？' },
];
const SCREENS: { name: string; options: BrowserContextOptions }[] = [
  { name: '1280 x 720', options: { viewport: { width: 1280, height: 720 } } },
  { name: 'phone', options: PHONE },
  { name: 'phone on its side', options: SIDEWAYS },
];

describe.skipIf(!canTest())('reasons', () => {
  let app: App;
  let address = '';
  withApp((started) => {
    app = started;
  });
  beforeAll(async () => {
    const page = await app.page();
    const [opened] = await ask(page, [{ type: 'document_open', source: { type: 'text', text: BLUNDER, name: null }, game_index: null }]);
    const document = (opened!.document as { info: { id: number } }).info.id;
    await ask(page, [{ type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: 5_000 } }]);
    address = `/analyse/${document}?tab=report`;
    await page.context().close();
  });

  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const page = await app.page(options, address);
    await page.getByTestId('decisive').waitFor();
    return page;
  };

  it.each(LANGUAGES)('shows the decisive moments first, with a sentence that plays its line ($locale)', async ({ locale, sentence, toGame }) => {
    const page = await open({ locale });
    const moments = page.getByTestId('decisive').locator('li .moment');
    expect(await moments.count()).toBeGreaterThan(0);
    expect(await moments.count()).toBeLessThanOrEqual(3);
    const reason = page.getByTestId('decisive').getByTestId('reason').locator('button').first();
    expect((await reason.textContent())!.trim()).toMatch(sentence);
    await reason.click();
    const line = page.getByTestId('played');
    await line.waitFor();
    // Left takes back the moves of the line, and then the line itself; Escape does it at once.
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=played]').length === 0);
    const start = await sfenOf(page);
    await reason.click();
    await line.waitFor();
    await page.keyboard.press('Escape');
    await line.waitFor({ state: 'detached' });
    const game = await sfenOf(page);
    expect(game).not.toBe(start);
    await reason.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sfenOf(page)).not.toBe(game);
    await page.keyboard.press('ArrowLeft');
    await boardShows(page, game);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => sfenOf(page)).not.toBe(game);
    await line.getByRole('button', { name: toGame }).click();
    await boardShows(page, game);
    await page.context().close();
  });

  it.each(SCREENS)('plays better moves and reasons by touch or click, $name', async ({ options }) => {
    const page = await open(options);
    for (const part of ['[data-testid=reason] button', '.playable:not([data-testid=reason] *) button']) {
      const button = page.getByTestId('decisive').locator(part).first();
      await button.scrollIntoViewIfNeeded();
      await (options.hasTouch ? button.tap() : button.click());
      expect(await button.getAttribute('aria-pressed')).toBe('true');
      await page.getByTestId('played').locator('[aria-current]').waitFor();
    }
    await page.context().close();
  });

  it.each(LANGUAGES)('orders the mistakes by loss or by move ($locale)', async ({ locale, byMove, byLoss }) => {
    const page = await open({ locale });
    const plies = async () => (await page.locator('[data-testid=mistakes] .ply').allTextContents()).map(Number);
    const losses = async () => (await page.locator('[data-testid=mistakes] .loss').allTextContents()).map((text) => Number(/\d+/.exec(text)![0]));
    await page.getByRole('button', { name: byLoss }).click();
    const down = await losses();
    expect(down.length).toBeGreaterThan(1);
    expect(down).toEqual([...down].sort((a, b) => b - a));
    await page.getByRole('button', { name: byMove }).click();
    const up = await plies();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await page.context().close();
  });

  it.each(LANGUAGES)('says why a move that is tried out is bad ($locale)', async ({ locale, sentence, why }) => {
    // White has taken the bishop: the silver can take back.
    const phone = locale === 'ja-JP';
    const page = await app.page({ locale, ...(phone ? PHONE : {}) });
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent(TAKEN)}`);
    await page.waitForURL(/analyse\/\d+/);
    await (phone ? tapMove : playMove)(page, '9g9f');
    const note = page.getByTestId('why');
    await note.getByRole('button', { name: why }).click();
    const reason = note.getByTestId('reason').locator('button').first();
    expect((await reason.textContent())!.trim()).toMatch(sentence);
    const game = await sfenOf(page);
    await reason.click();
    await expect.poll(() => sfenOf(page)).not.toBe(game);
    await page.keyboard.press('Escape');
    await boardShows(page, game);
    await page.context().close();
  });

  it.each(LANGUAGES)('answers each defence that the user tries, to the mate ($locale)', async ({ locale, why }) => {
    const phone = locale === 'ja-JP';
    const page = await app.page({ locale, ...(phone ? PHONE : { viewport: { width: 1280, height: 720 } }) });
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent(CORNERED)}`);
    await page.waitForURL(/analyse\/\d+/);
    const move = (usi: string) => (phone ? tapMove : playMove)(page, usi);
    await page.waitForSelector('svg[data-ready=true]');
    const before = await sfenOf(page);
    await move('1b1a');
    await page.waitForFunction((before) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== before, before);
    const game = await sfenOf(page);
    const note = page.getByTestId('why');
    await note.getByRole('button', { name: why }).click();
    await note.getByRole('button', { name: phone ? '受けてみる' : 'Try a defence' }).click();
    const tree = (state: string) => page.locator(`[data-testid=defend][data-state=${state}]`);
    await tree('open').waitFor();
    const choice = await sfenOf(page);
    expect(choice).not.toBe(game);
    await move('1a1b');
    await tree('reached').waitFor();
    await note.getByText(phone ? '詰みです。' : 'Mate.').waitFor();
    await note.getByRole('button', { name: phone ? '受けを選び直す' : 'Take back the defence' }).click();
    await tree('open').waitFor();
    await boardShows(page, choice);
    await move('1a2a');
    await tree('reached').waitFor();
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    const saved = page.waitForEvent('download');
    await note.getByRole('button', { name: phone ? '詰みの証明を保存' : 'Save the proof of the mate' }).click();
    const proof = readFileSync(await (await saved).path(), 'utf8');
    expect(proof).toContain('1e3c');
    await page.keyboard.press('Escape');
    await boardShows(page, game);
    await page.context().close();
  });
});

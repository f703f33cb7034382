// The daily list: the user's names, a mistake that fails and is solved later,
// the answer, mates in between, a phone; and the queue of jobs.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addAnalysed } from './scene.ts';
import { type App, boardShows, canTest, PHONE, playMove, sfenOf, withApp } from './app.ts';
import { sideways } from './faults.ts';

const phase = (page: Page, name: string) => page.locator(`[data-phase=${name}]`).waitFor();
const figureIs = (page: Page, name: string, value: number) =>
  page.locator(`[data-figure=${name}]`, { hasText: new RegExp(`^${value}$`) }).waitFor();

/** Black does not take the horse back that has taken the bishop. */
const KIF = `先手：Me
後手：Rival
手数----指手---------
1 ７六歩(77)
2 ３四歩(33)
3 ２六歩(27)
4 ８八角成(22)
5 ２五歩(26)
6 ９九馬(88)
`;

describe.skipIf(!canTest())('daily list', () => {
  let app: App;
  withApp(async (started) => {
    app = started;
    await addAnalysed(app, KIF, 5_000);
  });

  it('asks for the names once, lets a mistake be mended, and keeps all over a kill', async () => {
    const page = await app.page({}, '/mate?day=1');
    await page.getByTestId('names').getByRole('button', { name: '+ Me' }).click();
    await page.getByTestId('names').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mistake in a game').waitFor();
    await phase(page, 'ask');
    await page.getByTestId('names').waitFor({ state: 'detached' });
    await figureIs(page, 'fresh', 1);
    const before = await sfenOf(page);
    await playMove(page, (await page.locator('[data-played]').getAttribute('data-played'))!);
    await phase(page, 'wrong');
    // The refutation is on the board, and can be played through.
    expect(await sfenOf(page)).not.toBe(before);
    expect(await page.getByText('S79x88').count()).toBe(0);
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await boardShows(page, before);
    await page.keyboard.press('Backspace');
    await phase(page, 'ask');
    await page.keyboard.press('h');
    await page.getByTestId('hint').waitFor();
    await page.keyboard.press('s');
    await phase(page, 'shown');
    // It names the better move: not before.
    await page.getByTestId('reason').getByText('S79x88 would have won').waitFor();
    await figureIs(page, 'due', 1);
    await page.getByTestId('again').getByText('It will be repeated today.').waitFor();
    await app.restart(page);
    await page.reload();
    await figureIs(page, 'fresh', 0);
    await figureIs(page, 'due', 1);
    await page.context().close();
  });

  it('mixes mates in, filters, and fits a phone', async () => {
    const page = await app.page(PHONE, '/mate?day=1');
    await phase(page, 'ask');
    await page.getByTestId('daily-filter').locator('summary').tap();
    await page.locator('select[name=phase]').selectOption('opening');
    await page.getByText('No problems match this filter.').or(page.getByTestId('aside')).first().waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).tap();
    for (let skipped = 0; !(await page.getByText(/to move: mate in/).count()); skipped += 1) {
      expect(skipped).toBeLessThan(5);
      await phase(page, 'ask');
      await page.getByRole('button', { name: 'Skip' }).tap();
      await page.waitForTimeout(300);
    }
    await page.getByRole('link', { name: 'Mates' }).tap();
    await page.waitForURL(/set=/);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('shows jobs in every room, pauses and moves them', async () => {
    const page = await app.page({}, '/analyse?sample=furibisha');
    for (const [started, sample] of ['kakugawari', 'furibisha', 'alphazero'].entries()) {
      await page.goto(`${app.url}/analyse?sample=${sample}`);
      await page.waitForSelector('svg[data-sfen]');
      await page.goto(`${page.url()}?tab=report`);
      await page.getByRole('button', { name: 'Analyse again' }).click();
      // A page that is left at once may take its request with it.
      await page.getByTestId('jobs').getByText(started === 0 ? '1 job' : `${started + 1} jobs`, { exact: true }).waitFor();
    }
    await page.goto(`${app.url}/library`);
    const chip = page.getByTestId('jobs');
    await chip.getByText('3 jobs').waitFor();
    await chip.click();
    const jobs = page.getByTestId('queue').locator('li');
    await jobs.nth(2).waitFor();
    const last = await jobs.nth(2).getAttribute('data-job');
    await jobs.nth(2).getByRole('button', { name: /^Earlier/ }).click();
    await page.locator(`li[data-job="${last}"]:nth-child(2)`).waitFor();
    await jobs.nth(0).getByRole('button', { name: /^Pause/ }).click();
    await page.locator(`li[data-job="${last}"][data-state=running]`).waitFor();
    await app.restart(page);
    await page.reload();
    await chip.click();
    await page.locator('li[data-state=held]').getByRole('button', { name: 'Resume' }).click();
    await page.locator('li[data-state=held]').waitFor({ state: 'detached' });
    // One after the other: the first button is the same job's until that is cancelled.
    for (let left = 3; left > 0; left -= 1) {
      const first = page.getByTestId('queue').locator('li', { has: page.getByRole('button', { name: 'Cancel' }) }).first();
      const job = await first.getAttribute('data-job');
      await first.getByRole('button', { name: 'Cancel' }).click();
      await page.locator(`li[data-job="${job}"][data-state=cancelled]`).waitFor();
    }
    await chip.waitFor({ state: 'detached' });
    await page.context().close();
  });
});

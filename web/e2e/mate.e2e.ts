// The room of mate problems: solving, every defence of a proof played through, refutations, hostile texts.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App, boardShows, canTest, clickSquare, sfenOf } from './app.ts';

/** A mate in 3 and one in 13. */
const THREE = '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1';
const THIRTEEN = '9/6nS1/4s4/4r1P1g/5Sk1B/5+pbR1/4Nsp2/9/4N4 b 3Gn4l15p 1';

async function solve(app: App, sfen: string): Promise<Page> {
  const page = await app.page();
  await page.goto(`${app.url}/mate?sfen=${encodeURIComponent(sfen)}`);
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await page.getByTestId('verdict').waitFor();
  return page;
}

const choices = (page: Page) =>
  page.locator('[data-testid=choices] button').evaluateAll((buttons) =>
    buttons.map((button) => ({ usi: button.getAttribute('data-usi')!, plies: Number(button.getAttribute('data-plies')) })),
  );

/** Does something that changes the board, and waits for the new position. */
async function step(page: Page, work: () => Promise<void>): Promise<void> {
  const before = await sfenOf(page);
  await work();
  await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, before);
}

const choose = (page: Page, usi: string) => step(page, () => page.locator(`[data-testid=choices] [data-usi="${usi}"]`).click());

/** Plays every defence at every turn to its mate; gives how many lines ended in mate. */
async function playAll(page: Page): Promise<number> {
  if (await page.getByRole('heading', { name: 'Mated.' }).count()) return 1;
  const here = await choices(page);
  expect(here.length).toBeGreaterThan(0);
  let lines = 0;
  for (const { usi } of here) {
    await choose(page, usi);
    lines += await playAll(page);
    await step(page, () => page.keyboard.press('ArrowLeft'));
  }
  return lines;
}

describe.skipIf(!canTest())('mate', () => {
  let app: App;
  beforeAll(async () => {
    app = await App.start();
  });
  afterAll(async () => {
    await app?.stop();
    expect(app?.problems ?? []).toEqual([]);
  });

  it('plays a mate through with every defence', async () => {
    const page = await solve(app, THREE);
    await page.getByText('Mate in 3').last().waitFor();
    await page.getByText('the shortest, checked by the rules').waitFor();
    await page.locator('h1').click();
    expect(await playAll(page)).toBeGreaterThan(1);
    await page.context().close();
  });

  it('walks along a long mate by keyboard, leaves it for another defence on the board, and comes back', async () => {
    const page = await solve(app, THIRTEEN);
    await page.getByTestId('verdict').getByText('Mate in 13').waitFor();
    await page.locator('h1').click();
    const start = await sfenOf(page);
    await step(page, () => page.keyboard.press('ArrowRight'));
    const defences = await choices(page);
    expect(defences.length).toBeGreaterThan(1);
    expect(defences[0]!.plies).toBe(12);
    // Longest first, and every one shorter than the mate.
    expect(defences.map((d) => d.plies)).toEqual([...defences.map((d) => d.plies)].sort((a, b) => b - a));
    const other = defences.find((d) => !d.usi.includes('*'))!;
    await step(page, async () => {
      await page.waitForSelector('svg[data-ready=true]');
      await clickSquare(page, other.usi.slice(0, 2));
      await clickSquare(page, other.usi.slice(2, 4));
      if (await page.locator('[data-choice]').count()) await page.keyboard.press(other.usi.endsWith('+') ? 'p' : 'n');
    });
    expect((await choices(page)).length).toBe(1);
    await page.keyboard.press('Home');
    await boardShows(page, start);
    await page.context().close();
  });

  it('shows a reply to every check where there is no mate', async () => {
    const page = await solve(app, '4k4/9/4P4/9/9/9/9/9/9 b 2Sr2b4g2s4n4l17p 1');
    await page.locator('[data-verdict=nomate]').waitFor();
    await page.getByRole('heading', { name: 'Every check' }).waitFor();
    const checks = await choices(page);
    expect(checks.length).toBeGreaterThan(1);
    await choose(page, checks[0]!.usi);
    await page.getByRole('heading', { name: 'The defender’s reply' }).waitFor();
    expect((await choices(page)).length).toBe(1);
    await page.context().close();
  });

  it('stops a long search, and goes on after the program was killed', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate?sfen=${encodeURIComponent('9/9/9/9/4k4/9/9/9/9 b 2S2N4L9P2r2b4g2s2n9p 1')}`);
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText(/no mate in \d+, [\d,]+ positions/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('[data-verdict=unknown]').waitFor();
    await page.getByRole('button', { name: 'Mate in 3' }).click();
    await page.getByTestId('walk').waitFor();
    await app.restart();
    await page.getByText('Solve it again to play it through.').waitFor();
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByTestId('walk').waitFor();
    await page.context().close();
  });

  it('says what is wrong with hostile positions, and comes from the editor', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/mate`);
    for (const bad of ['<img src=x onerror=hacked=1>', '9/9 b - 1', 'k'.repeat(100_000)]) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.locator('.panel [role=alert]').waitFor();
      await page.getByRole('button', { name: 'Mate in 3' }).click();
      await page.locator('.panel [role=alert]').waitFor({ state: 'detached' });
    }
    // Positions that read as SFEN and are impossible are refused by the server.
    for (const bad of ['9/9/9/9/9/9/9/9/9 b - 1', '4k4/4R4/9/9/9/9/9/9/9 b - 1', '4k4/9/9/9/9/9/9/9/4K3k b - 1', `${'9/'.repeat(8)}9 b 999999999P 1`]) {
      await page.fill('.panel input', bad);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Solve', exact: true }).click();
      await page.locator('.panel [role=alert]').waitFor();
    }
    expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
    await page.goto(`${app.url}/edit?sfen=${encodeURIComponent(THREE)}`);
    await page.getByRole('link', { name: 'Solve as a mate' }).click();
    await page.waitForURL(/\/mate\?/);
    await boardShows(page, THREE.slice(0, 20));
    await page.context().close();
  });
});

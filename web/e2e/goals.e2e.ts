// Goals: of a known position and over a game.

import { describe, expect, it } from 'vitest';
import { type App, canTest, dropFile, testdata, withApp } from './app.ts';

/** Black has built most of Yagura: the king is on its way to 8h. */
const YAGURA = 'ln1g3nl/1ks1gr3/1ppppsbpp/p5p2/9/P1PP1P3/1PSGP1PPP/2G1KS1R1/LN5NL b B 1';

describe.skipIf(!canTest())('goals', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('draws the plans of a known position on the board, and the goals behind them', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/analyse?sfen=${encodeURIComponent(YAGURA)}`);
    await page.waitForURL(/analyse\/\d+/);
    await page.click('#tab-goals');
    const side = page.getByTestId('goals-black');
    const plans = side.locator('.plan');
    await plans.first().waitFor();
    expect(await plans.count()).toBeLessThanOrEqual(3);
    expect((await plans.allInnerTexts()).join(' ')).toContain('Build the');
    expect(await page.locator('[data-goal^="black"]').count()).toBeGreaterThan(0);
    // Only the selected plan stays.
    await plans.last().focus();
    await page.waitForFunction(() => document.querySelectorAll('[data-goal]').length <= 1);
    // The goals behind the plans are a click away; the square of the selected one is ringed.
    await side.locator('summary').click();
    const goals = side.locator('.goal');
    await goals.first().focus();
    const square = Number(await page.locator('[data-goal="black 1"]').getAttribute('data-square'));
    const name = `${9 - (square % 9)}${'abcdefghi'[Math.floor(square / 9)]}`;
    const said = (await goals.first().textContent())!;
    expect([name, `${name[0]}${name.charCodeAt(1) - 96}`].some((word) => said.includes(word)), `${said} at ${name}`).toBe(true);
    await page.getByLabel('Plans on the board').uncheck();
    await page.waitForFunction(() => document.querySelectorAll('[data-goal]').length === 0);
    await page.context().close();
  });

  it('tells castles and goals move by move, with a timeline that leads to a move', async () => {
    const page = await app.page();
    await dropFile(page, testdata('records/ryuo-2014-09-02.kif'), 'ryuo.kif');
    await page.getByText('羽生善治').first().waitFor();
    await page.click('#tab-goals');
    await page.getByTestId('goal-timeline').waitFor();
    await page.locator('.goals h2').first().click();
    for (let i = 0; i < 24; i++) await page.keyboard.press('ArrowRight');
    await page.getByTestId('served').waitFor();
    await page.locator('[data-testid=goals-black] .beads .bead').first().waitFor();
    expect(await page.locator('[data-testid^=goals-] .plan').count()).toBeGreaterThan(1);
    const before = await page.locator('svg[data-sfen]').first().getAttribute('data-sfen');
    const line = page.locator('[data-testid=goal-timeline] svg').first();
    await line.click({ position: { x: (await line.boundingBox())!.width * 0.8, y: 20 } });
    await page.waitForFunction((b) => document.querySelector('svg[data-sfen]')?.getAttribute('data-sfen') !== b, before);
    await page.context().close();
  });
});

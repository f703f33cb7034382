// Every room and every dialogue in both themes and both languages, wide and at 360 px: without faults of accessibility.
// Layout is checked in all eight combinations, accessibility in four that have every pair of theme, language and size;
// ZENPUKU_ALL=1 checks it in all.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';
import { COOKED, prepare, type Scene } from './scene.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Boards, pieces and contrast, other ones for each look. */
const CHOSEN: Record<'light' | 'dark', Record<string, object>> = {
  light: { 'ja-JP': {}, 'en-US': { board: 'wood', pieces: 'symbols' } },
  dark: { 'ja-JP': { board: 'wood', pieces: 'two', contrast: 'more' }, 'en-US': { board: 'paper', pieces: 'letters', commands: true } },
};
const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  ['ja-JP', 'en-US'].map((locale) => ({ name: `${colorScheme} ${locale}`, locale, colorScheme, looks: CHOSEN[colorScheme][locale] })),
);
/** Is accessibility checked for this theme at this size? */
const isChecked = (locale: string, colorScheme: string, { width }: { width: number }) =>
  process.env['ZENPUKU_ALL'] === '1' || (locale === 'ja-JP') === (colorScheme === 'light') === (width > 400);
/** A mate in 3. */
const THREE = '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1';
const SIZES = [{ width: 1280, height: 800 }, { width: 360, height: 740 }];

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/** Rules that no success criterion demands, but readers of the page do. */
const MORE_RULES = Object.fromEntries(['heading-order', 'page-has-heading-one', 'empty-table-header', 'label-content-name-mismatch'].map((rule) => [rule, { enabled: true }]));

/** Faults against WCAG 2.1 A and AA, as text. */
async function faults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const result = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
        rules,
      }),
    MORE_RULES,
  );
  return result.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) => `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary.slice(0, 200)}`));
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Buttons and fields that lie, in part, outside the window to the left or right. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, input:not(.unseen), select, textarea')]
      .filter((element) => !element.closest('.unseen, .skip') && !element.matches('.skip'))
      .map((element) => ({ box: element.getBoundingClientRect(), text: element.outerHTML.slice(0, 120) }))
      .filter(({ box }) => box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5))
      .map(({ text }) => text),
  );

interface Room {
  name: string;
  address: string;
  /** The required content. */
  ready: string;
  /** The first action. */
  act?: (page: Page) => Promise<void>;
}

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();

async function solveMate(page: Page): Promise<void> {
  await page.locator('.panel .primary').click();
  await page.waitForSelector('[data-testid=choices] button');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('[data-testid=choices] button:nth-of-type(1)');
}

/** A second game in a tab. */
async function newTab(page: Page): Promise<void> {
  await page.keyboard.press('t');
  await page.locator('dialog section.row button').first().click();
  await page.getByTestId('tabs').locator('a').nth(1).waitFor();
}

/** A hint, to its last degree. */
async function hint(page: Page): Promise<void> {
  await page.keyboard.press('h');
  await page.locator('[data-testid=hint] p').first().waitFor();
  for (let degree = 2; degree <= 4; degree += 1) await page.keyboard.press('h');
}

function roomsOf(app: App, { analysed, game }: Scene): Room[] {
  return [
    { name: 'analyse', address: analysed, ready: '.move.current' },
    { name: 'lines', address: `${analysed}?tab=lines`, ready: '.lines', act: press(' ') },
    { name: 'report', address: `${analysed}?tab=report`, ready: '[data-testid=mistakes] .mistake' },
    { name: 'learn', address: `${analysed}?tab=report`, ready: '[data-testid=mistakes] .mistake', act: click('[data-testid=learn] button:enabled') },
    { name: 'notes', address: `${analysed}?tab=notes`, ready: '.notes textarea' },
    { name: 'open', address: analysed, ready: '.move.current', act: click('.actions button:nth-of-type(3)') },
    { name: 'export', address: analysed, ready: '.move.current', act: click('.actions button:nth-of-type(4)') },
    { name: 'keys', address: analysed, ready: '.move.current', act: press('?') },
    { name: 'play', address: game, ready: '[data-testid=state]' },
    { name: 'play hint', address: game, ready: 'svg[data-ready=true]', act: hint },
    { name: 'play options', address: game, ready: '[data-testid=state]', act: click('.top button') },
    { name: 'new game', address: `${app.url}/play`, ready: '.start' },
    { name: 'library', address: `${app.url}/library`, ready: '.game' },
    { name: 'library selection', address: `${app.url}/library`, ready: '.game', act: press('Control+a') },
    { name: 'player', address: `${app.url}/library?${new URLSearchParams({ view: 'player', name: '羽生善治' })}`, ready: '.player .sum' },
    { name: 'players', address: `${app.url}/library?view=player`, ready: '.player li' },
    { name: 'edit', address: `${app.url}/edit`, ready: '.verdict' },
    { name: 'compose', address: `${app.url}/edit?sfen=${encodeURIComponent(COOKED)}`, ready: '[data-sound=false]' },
    { name: 'go', address: `${app.url}/go`, ready: '[data-testid=regions]' },
    { name: 'go trainer', address: `${app.url}/go`, ready: '[data-testid=regions]', act: click('[aria-pressed=false] svg') },
    { name: 'mate', address: `${app.url}/mate?set=composed-3&n=1`, ready: '[data-phase=ask]', act: click('[data-testid=numbers] summary') },
    { name: 'mate hint', address: `${app.url}/mate?set=composed-3&n=2`, ready: '[data-phase=ask]', act: press('h') },
    { name: 'mate shown', address: `${app.url}/mate?set=composed-3&n=3`, ready: '[data-phase=ask]', act: press('s') },
    { name: 'mate own', address: `${app.url}/mate?set=composed-3&n=4`, ready: '[data-phase=ask]', act: click('[data-testid=add-set] summary') },
    { name: 'mate solver', address: `${app.url}/mate?sfen=${encodeURIComponent(THREE)}`, ready: '.panel .primary', act: solveMate },
    { name: 'daily list', address: `${app.url}/mate?day=1`, ready: '[data-testid=names]', act: click('[data-testid=daily-filter] summary') },
    { name: 'learn chapters', address: `${app.url}/learn`, ready: '[data-testid=progress]' },
    { name: 'learn task', address: `${app.url}/learn/9/1`, ready: '[data-phase=ask]', act: press('h') },
    { name: 'learn line', address: `${app.url}/learn/16/2`, ready: '[data-testid=step]' },
    { name: 'learn game', address: `${app.url}/learn/17`, ready: '[data-testid=first-game]' },
    { name: 'matches', address: `${app.url}/matches`, ready: '[data-testid=match-form]' },
    { name: 'lens', address: `${app.url}/lens`, ready: '[data-testid=icicle] [data-place="1"]' },
    { name: 'lesson tree', address: `${app.url}/lab/1/4`, ready: '[data-testid=lesson]' },
    { name: 'lesson bars', address: `${app.url}/lab/2/1`, ready: '[data-testid=lesson]' },
    { name: 'lesson goals', address: `${app.url}/lab/3/5`, ready: '[data-testid=lesson]' },
    { name: 'lesson eyes', address: `${app.url}/lab/4/2`, ready: '[data-testid=lesson]' },
    { name: 'lesson windows', address: `${app.url}/lab/4/5`, ready: '[data-testid=lesson]', act: click('.picture button:nth-of-type(4)') },
    { name: 'lesson cloud', address: `${app.url}/lab/5/4`, ready: '[data-testid=lesson]' },
    { name: 'lesson question', address: `${app.url}/lab/5/6`, ready: '[data-testid=question]', act: click('[data-testid=question] button') },
    { name: 'lab plot', address: `${app.url}/lab?name=probcut-percentile`, ready: '[data-testid=lab-plot]' },
    { name: 'lab', address: `${app.url}/lab`, ready: '[data-table=ours]' },
    { name: 'goals', address: `${analysed}?tab=goals`, ready: '[data-testid=goal-timeline]' },
    { name: 'tabs', address: analysed, ready: '.move.current', act: newTab },
    { name: 'tab list', address: analysed, ready: '.move.current', act: click('.count, [data-testid=tabs] button[aria-expanded]') },
    { name: 'settings', address: `${app.url}/settings`, ready: '.group' },
  ];
}

describe.skipIf(!canTest())('rooms', () => {
  let app: App;
  let scene: Scene;

  withApp(async (started) => {
    app = started;
    scene = await prepare(app, 3_000);
  }, 120_000);

  it.each(LOOKS)('$name', { timeout: 400_000 }, async ({ locale, colorScheme, looks }) => {
    const page = await app.page({ locale, colorScheme });
    await page.evaluate((looks) => localStorage.setItem('zenpuku.prefs', JSON.stringify(looks)), looks);
    const found: string[] = [];
    for (const { name, address, ready, act } of roomsOf(app, scene)) {
      await page.goto(address);
      await page.waitForSelector(ready);
      await act?.(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.waitForTimeout(250);
        const where = `${name} at ${size.width} px`;
        if (isChecked(locale, colorScheme, size)) found.push(...(await faults(page)).map((fault) => `${where}: ${fault}`));
        found.push(...(await cutOff(page)).map((text) => `${where}: cut off: ${text}`));
        if ((await sideways(page)) !== 0) found.push(`${where}: scrolls sideways`);
      }
      await page.setViewportSize(SIZES[0]!);
    }
    expect(found).toEqual([]);
    await page.context().close();
  });

  it.each([[360, 740], [768, 1024], [1920, 1080]])('shows a large board at %i x %i', async (width, height) => {
    const page = await app.page({ viewport: { width, height } });
    for (const address of [scene.analysed, scene.game, `${app.url}/library`, `${app.url}/edit`]) {
      await page.goto(address);
      await page.waitForSelector('svg[data-sfen]');
      expect(await sideways(page)).toBe(0);
      const board = await page.locator('.frame[width]').first().boundingBox();
      expect(board!.width, address).toBeGreaterThan(Math.min(width, 480) * 0.6);
    }
    await page.context().close();
  });

  it('shifts nothing while the engine thinks', async () => {
    const page = await app.page();
    await page.goto(scene.analysed);
    await page.waitForSelector('.move.current');
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      const state = globalThis as unknown as { shift: number };
      state.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) state.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift' });
    });
    await page.keyboard.press(' ');
    await page.waitForTimeout(2_500);
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.02);
    await page.context().close();
  });
});

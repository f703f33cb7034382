// All rooms and dialogues, for the tests of every one of them.

import type { Page } from 'playwright-core';
import { type App, testdata } from './app.ts';
import { COOKED, type Scene } from './scene.ts';

/** A mate in 3. */
const THREE = '9/8k/9/7RG/9/9/9/9/9 b r2b3g4s4n4l18p 1';

/** A room or a dialogue and how one gets there. */
export interface Room {
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

/** A book with moves, and a dialogue of its panel. */
const book = (button: string) => async (page: Page) => {
  await page.fill('input[name=book-path]', testdata('books/yaneuraou.db'));
  await page.locator('[data-testid=add-book] form button').first().click();
  await page.locator('[data-testid=book-moves] tr').nth(2).waitFor();
  await page.locator(button).first().click();
  await page.locator('dialog form').waitFor();
};

/** All rooms and dialogues. */
export function roomsOf(app: App, { analysed, game }: Scene): Room[] {
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
    { name: 'books', address: `${app.url}/books`, ready: '[data-testid=add-book]', act: click('[data-testid=add-book] summary') },
    { name: 'book move', address: `${app.url}/books`, ready: '[data-testid=add-book]', act: book('[data-testid=book-moves] button.icon') },
    { name: 'book saved', address: `${app.url}/books`, ready: '[data-testid=add-book]', act: book('.panel button.primary') },
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

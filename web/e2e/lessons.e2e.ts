// The lessons of the laboratory: by keys, by mouse and by touch, in both languages; their searches beside the server's.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LESSONS, STEPS } from '../src/lib/lessons/lesson.ts';
import { FIG_2, grow, search } from '../src/lib/lessons/search.ts';
import type { Lesson } from '../src/lib/protocol.ts';
import { type App, canTest, PHONE, SIDEWAYS, withApp } from './app.ts';
import { ask } from './scene.ts';

async function open(app: App, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await app.page(options);
  await page.goto(`${app.url}${address}`);
  return page;
}

const said = (page: Page) => page.getByTestId('lesson-said').innerText();
const step = (page: Page, lesson: string, n: number) => page.locator(`[data-lesson=${lesson}][data-step="${n}"]`).waitFor();
const marked = (page: Page) => page.locator('.lesson nav a', { hasText: '★' }).count();

/** Does something and waits until the text for screen readers is another one. */
async function changes(page: Page, act: () => Promise<unknown>): Promise<string> {
  const before = await said(page);
  await act();
  await expect.poll(() => said(page)).not.toBe(before);
  return said(page);
}

const WORDS = {
  'en-US': { next: 'Next', last: 'To the end of the search', right: 'Right.', wrong: 'Not quite.', nine: '9 of 13 nodes visited, 5 of them leaves', letters: /[A-Za-z]{3}/ },
  'ja-JP': { next: '次へ', last: '探索の最後へ', right: '正解です。', wrong: '惜しい。', nine: '13ノード中9ノードを訪問（うち葉5）', letters: /[ぁ-ん]/ },
};
/** The place of the right answer of each lesson, from 0. */
const RIGHT = { 'alpha-beta': 1, pruning: 0, goals: 1, 'false-eyes': 1, probcut: 1 };

describe.skipIf(!canTest())('lessons', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('search the tree of Fig. 2 step by step as the program does', async () => {
    const page = await app.page();
    const replies = await ask(page, [{ type: 'lens_lesson', cuts: true }, { type: 'lens_lesson', cuts: false }]);
    const tree = grow(FIG_2);
    for (const [at, method] of (['alphabeta', 'minimax'] as const).entries()) {
      const theirs = replies[at]!.lesson as Lesson;
      expect(theirs.nodes.map(({ name, parent, value }) => ({ name, parent, value }))).toEqual(tree.map(({ name, parent, value }) => ({ name, parent, value })));
      const bound = (value: number) => (Number.isFinite(value) ? value : null);
      const ours = search(tree, method).steps.map(({ node, enter, alpha, beta, value, cut }) =>
        enter ? { node, enter, alpha: bound(alpha), beta: bound(beta), value: null, cut } : { node, enter, alpha: null, beta: null, value, cut });
      expect(ours).toEqual(theirs.steps);
    }
    await page.context().close();
  });

  it('are read by keys alone', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/lab`);
    await page.locator('.side nav a').first().focus();
    await page.keyboard.press('Enter');
    await step(page, 'alpha-beta', 1);
    await page.getByRole('button', { name: WORDS['en-US'].last }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('13 of 13 nodes visited, 9 of them leaves').waitFor();
    await page.keyboard.press('ArrowRight');
    await step(page, 'alpha-beta', 2);
    await page.waitForURL(/\/lab\/1\/2$/);
    await page.keyboard.press('ArrowRight');
    await step(page, 'alpha-beta', 3);
    await page.getByRole('button', { name: WORDS['en-US'].last }).click();
    await page.getByText(WORDS['en-US'].nine).waitFor();
    expect(await page.locator('.skipped').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-node')))).toEqual(['I', 'J', 'L', 'M']);
    expect(await said(page)).toBe('A is worth 7.');
    await page.getByRole('button', { name: 'One step back' }).click();
    expect(await said(page)).toMatch(/^D is worth at most 5/);
    await page.keyboard.press('ArrowRight');

    // The order by arrow keys, which stay in the group; single moves by their buttons.
    await step(page, 'alpha-beta', 4);
    await page.getByRole('radio', { name: 'As printed' }).focus();
    await changes(page, () => page.keyboard.press('ArrowLeft'));
    await step(page, 'alpha-beta', 4);
    expect(await page.getByTestId('alphabeta').innerText()).toBe('9');
    await page.getByRole('radio', { name: 'Worst first' }).press('ArrowRight');
    await changes(page, async () => {
      await page.getByRole('button', { name: 'Search C one place earlier' }).focus();
      await page.keyboard.press('Enter');
    });
    expect(await page.getByTestId('alphabeta').innerText()).toBe('7');

    await page.keyboard.press('ArrowRight');
    await step(page, 'alpha-beta', 5);
    await page.getByRole('slider', { name: 'Width b' }).press('End');
    await page.getByRole('slider', { name: 'Depth d' }).press('ArrowLeft');
    expect(await page.getByTestId('formula').innerText()).toContain('= 199');
    expect(await said(page)).toBe('Width 100, depth 2: 199 of 10,000 leaves are enough, 2.0 %.');
    await page.locator('h2', { hasText: 'Alpha-beta' }).click();
    await page.keyboard.press('ArrowRight');
    await page.getByTestId('question').waitFor();
    expect(await marked(page)).toBe(STEPS);
    const answers = page.getByTestId('question').getByRole('button');
    await answers.nth(0).press('Enter');
    await page.getByText(WORDS['en-US'].wrong).waitFor();
    expect(await marked(page)).toBe(STEPS);
    await answers.nth(1).press('Enter');
    await page.getByText(WORDS['en-US'].right).waitFor();
    expect(await marked(page)).toBe(STEPS + 1);
    // Kept by the program, not by the page.
    await page.goto(`${app.url}/lab/1`);
    await step(page, 'alpha-beta', 1);
    await expect.poll(() => marked(page)).toBe(STEPS + 1);
    await page.context().close();
  });

  it.each(['en-US', 'ja-JP'] as const)('are read by mouse, all five (%s)', async (locale) => {
    const words = WORDS[locale];
    const page = await app.page({ locale });
    for (const [at, id] of LESSONS.entries()) {
      await page.goto(`${app.url}/lab/${at + 1}/1`);
      for (let n = 1; n <= STEPS; n += 1) {
        await step(page, id, n);
        expect(await said(page)).toMatch(words.letters);
        expect(await page.locator('.text').innerText()).toMatch(words.letters);
        await page.getByRole('button', { name: words.next, exact: true }).click();
      }
      const question = page.getByTestId('question');
      for (const [place, answer] of (await question.getByRole('button').all()).entries()) {
        await answer.click();
        await page.locator(`[data-verdict=${place === RIGHT[id] ? 'right' : 'wrong'}]`).waitFor();
      }
      expect(await page.locator('.lesson dl code').count()).toBeGreaterThan(1);
    }
    // Its tables are one click away.
    await page.locator('.lesson dl a').first().click();
    await page.waitForURL(/lab\?name=probcut-regression/);
    await page.locator('[data-table=paper]').waitFor();
    await page.context().close();
  });

  it('prune: margins that are too small, and a null move in zugzwang', async () => {
    const page = await open(app, '/lab/2/1');
    const verdicts = (kind: string) => page.locator(`[data-verdict=${kind}]`).count();
    await step(page, 'pruning', 1);
    expect([await verdicts('wrong'), await verdicts('cut')]).toEqual([1, 4]);
    await changes(page, () => page.getByRole('slider', { name: 'Vmax' }).press('End'));
    expect([await verdicts('wrong'), await verdicts('kept')]).toEqual([0, 6]);
    await page.goto(`${app.url}/lab/2/5`);
    await step(page, 'pruning', 5);
    expect(await said(page)).toBe('The search returns 400, but the best move is worth only 120: a mistake.');
    expect(await changes(page, () => page.getByRole('radio', { name: 'without' }).click())).toBe('All moves are searched: the value is 120.');
    await page.context().close();
  });

  it('follow goals of a real game: a hypothesis, a plan, a bonus, and what is inherited', async () => {
    const page = await open(app, '/lab/3/2');
    await step(page, 'goals', 2);
    await changes(page, () => page.getByRole('radio', { name: 'Knight on 65' }).click());
    await page.locator('.arrows path.engine').waitFor();
    await page.goto(`${app.url}/lab/3/3`);
    await step(page, 'goals', 3);
    expect(await changes(page, () => page.getByRole('slider').press('End'))).toContain('Achieved.');
    await page.goto(`${app.url}/lab/3/4`);
    await step(page, 'goals', 4);
    const goals = page.locator('.goals button');
    for (const goal of await goals.all()) await changes(page, () => goal.click());
    expect(await said(page)).toBe('s = 1814 of s_max = 1814: the leaf gets 225 centipawns more (α = 225).');
    await page.goto(`${app.url}/lab/3/5`);
    await step(page, 'goals', 5);
    const last = await changes(page, () => page.getByRole('slider').press('End'));
    expect(last).toContain('Achieved since the last turn: silver to 3c');
    expect(last).toContain('Given up: knight to 2e, knight to 4e');
    await page.getByText('Yagura: 3 of 4').waitFor();
    await page.context().close();
  });

  it('judge eyes and close bounds', async () => {
    const page = await open(app, '/lab/4/1');
    await step(page, 'false-eyes', 1);
    await page.getByRole('button', { name: 'White at B4' }).click();
    expect(await said(page)).toContain('a real eye');
    expect(await changes(page, () => page.getByRole('button', { name: 'White at D4' }).click())).toContain('the eye is false');
    await page.goto(`${app.url}/lab/4/2`);
    await step(page, 'false-eyes', 2);
    await page.getByRole('radio', { name: 'Room 5 × 3' }).click();
    expect(await changes(page, () => page.getByRole('slider').press('End'))).toBe('3 points left: White might live, all points stay.');
    await page.goto(`${app.url}/lab/4/4`);
    await step(page, 'false-eyes', 4);
    expect(await changes(page, () => page.getByRole('button', { name: 'White at D3' }).click())).toContain('White cannot live');
    await page.goto(`${app.url}/lab/4/5`);
    await step(page, 'false-eyes', 5);
    await page.getByRole('button', { name: WORDS['en-US'].last }).click();
    expect(await page.locator('.picture ol li').count()).toBe(search(grow(FIG_2), 'mtdbi').passes.length);
    expect(await page.locator('.picture ol li').last().innerText()).toContain('= 7');
    await page.context().close();
  });

  it('cut by ProbCut more, and more wrongly, with a smaller PERCENTILE', async () => {
    const page = await open(app, '/lab/5/4');
    await step(page, 'probcut', 4);
    const counts = async () => (await said(page)).match(/^(\d+) cut, (\d+) of them/)!.slice(1).map(Number) as [number, number];
    const before = await counts();
    expect(await page.locator('circle.wrong').count()).toBe(before[1]);
    await changes(page, () => page.getByRole('slider', { name: 'PERCENTILE' }).press('Home'));
    const after = await counts();
    expect(after[0]).toBeGreaterThan(before[0]);
    expect(after[1]).toBeGreaterThan(before[1]);
    expect(await page.locator('circle.wrong').count()).toBe(after[1]);
    await page.context().close();
  });

  it.each([['upright', PHONE], ['on its side', SIDEWAYS]] as const)('are read on a phone %s, in Japanese', async (_, options) => {
    const page = await open(app, '/lab/4/1', { ...options, locale: 'ja-JP' });
    await step(page, 'false-eyes', 1);
    await page.getByRole('radio', { name: '隅' }).tap();
    expect(await changes(page, () => page.getByRole('button', { name: '白B2' }).tap())).toContain('欠け眼です。');
    for (let n = 2; n <= STEPS + 1; n += 1) {
      await page.getByRole('button', { name: '次へ', exact: true }).tap();
      await page.locator(`[data-step="${n}"]`).waitFor();
      // Each step begins at its top.
      expect((await page.locator('.lesson h2').boundingBox())!.y).toBeGreaterThanOrEqual(-1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });

  it('come with a plot below a table that is measured by a number', async () => {
    const page = await open(app, '/lab?name=probcut-percentile');
    const plot = page.getByTestId('lab-plot').last();
    await plot.locator('path.line.paper').waitFor({ state: 'attached' });
    expect(await plot.locator('circle').count()).toBe(16);
    await plot.getByRole('combobox').selectOption('wins');
    await plot.locator('path.line.paper').waitFor({ state: 'detached' });
    expect(await plot.locator('circle').count()).toBe(8);
    await page.context().close();
  });
});

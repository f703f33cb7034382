// A GTP program of the user's in the Go room: a second opinion next to ours, an opponent, its failures.

import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, withApp } from './app.ts';
import { pointOf } from './goBoard.ts';

/** Two walls with two eyes each, and dame between them. */
const WALLS = 'XX.OO/.X.O./XX.OO/.X.O./XX.OO';
const GNU_GO = '/usr/games/gnugo';

/** A GTP engine as a shell script; `genmove` and `dead` are its reactions. */
function script(folder: string, genmove: string, dead = "echo '='"): string {
  return program(folder, [
    'while read -r command rest; do case $command in',
    "name) echo '= Script';; version) echo '= 1.0';; known_command) echo '= false';;",
    `genmove) ${genmove};; final_status_list) ${dead};;`,
    "quit) exit;; *) echo '=';; esac; echo; done",
  ]);
}

function program(folder: string, lines: string[]): string {
  const path = join(folder, 'go-script');
  writeFileSync(path, ['#!/bin/sh', ...lines].join('\n'));
  chmodSync(path, 0o755);
  return path;
}

/** An engine of KataGo's analysis protocol: the walls with the dame between them open. */
function analyst(folder: string): string {
  const ownership = Array(5).fill([0.9, 0.9, 0, -0.9, -0.9]).flat();
  const answer = { id: 'zenpuku', rootInfo: { scoreLead: 1.2 }, moveInfos: [{ order: 0, pv: ['C3', 'C4'] }], ownership };
  return program(folder, [
    'while read -r line; do case $line in',
    `name) echo '{"error":"no JSON"}';;`,
    `*query_version*) echo '{"id":"zenpuku","version":"1.2"}';;`,
    `quit) exit;; *) echo '${JSON.stringify(answer)}';; esac; done`,
  ]);
}

const PASS = "echo '= pass'";

async function openWalls(app: App, page: Page): Promise<void> {
  await page.goto(`${app.url}/go?board=${WALLS}&turn=black&rules=japanese`);
  await page.waitForSelector('svg[data-go]');
}

/** Fills the form of the program and saves it. */
async function save(page: Page, path: string, [more, button]: [string, string], argumentLines = ''): Promise<void> {
  await page.fill('input[name=engine-path]', path);
  if (!(await page.locator('dialog details[open]').count())) await page.locator('dialog').getByText(more).click();
  await page.fill('textarea[name=engine-arguments]', argumentLines);
  await page.locator('dialog').getByRole('button', { name: button, exact: true }).click();
}

const ENGLISH: [string, string] = ['Arguments and working folder', 'Save'];

describe.skipIf(!canTest())('a second opinion', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('is set up, asked, compared on the board, and fails in one sentence', async () => {
    const page = await app.page();
    await openWalls(app, page);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByTestId('score').waitFor();
    await page.getByRole('button', { name: 'Set up a second opinion …' }).click();
    await save(page, join(app.data, 'missing'), ENGLISH);
    await page.locator('dialog').getByRole('alert').filter({ hasText: 'the engine missing failed while starting' }).waitFor();
    // It takes all of White's stones for dead.
    await save(page, script(app.data, PASS, "echo '= D1 D2 D3 D4 D5 E1 E3 E5'"), ENGLISH);
    await page.getByRole('button', { name: 'Ask Script 1.0' }).click();
    const panel = page.getByTestId('second');
    await page.getByTestId('second-score').waitFor();
    expect(await page.getByTestId('second-score').textContent()).toBe('Black +25');
    expect(await page.getByTestId('score').textContent()).toContain('Even');
    expect(await panel.textContent()).toContain('The group of D5 is dead (here: alive) · ours is proved');
    expect(await page.getByTestId('second-line').textContent()).toContain('pass pass');
    // The ten points of White, and ours are proved.
    expect(await page.locator('.differs.proved[data-second=black]').count()).toBe(10);
    expect(await page.locator('.area[data-owner=black]').count()).toBe(2);
    await page.getByLabel('Show the points of Script 1.0').check();
    await expect.poll(() => page.locator('.area[data-owner=black]').count()).toBe(17);
    await page.getByLabel('Show the points of Script 1.0').uncheck();
    // It is kept; a failure leaves our count as it is.
    await page.reload();
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    script(app.data, 'exit 3');
    await page.getByRole('button', { name: 'Ask Script 1.0' }).click();
    await page.getByRole('alert').filter({ hasText: 'the engine Script 1.0 failed while thinking: it has ended, exit status: 3' }).waitFor();
    expect(await page.getByTestId('score').textContent()).toContain('Even');
    expect(await page.locator('.differs').count()).toBe(0);
    await page.context().close();
  });

  it('comes by the analysis protocol, with the line that is expected', async () => {
    const page = await app.page();
    await openWalls(app, page);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('button', { name: 'Program …' }).click();
    await save(page, analyst(app.data), ENGLISH);
    await page.getByRole('button', { name: 'Ask KataGo 1.2' }).click();
    await page.getByTestId('second').getByText('No difference about life and death.').waitFor();
    expect(await page.getByTestId('second-score').textContent()).toBe('Black +1');
    expect(await page.getByTestId('second-line').textContent()).toBe('Expected line: C3 C4');
    await page.getByRole('button', { name: 'Program …' }).click();
    await save(page, script(app.data, PASS), ENGLISH);
    await page.getByRole('button', { name: 'Ask Script 1.0' }).waitFor();
    await page.context().close();
  });

  it('speaks Japanese on a phone, in the review too', async () => {
    script(app.data, "echo '= hello'");
    const page = await app.page({ ...PHONE, locale: 'ja-JP' });
    await openWalls(app, page);
    await page.getByRole('button', { name: '検討', exact: true }).click();
    await page.getByLabel('確かでない損をScript 1.0にも聞く').waitFor();
    await page.getByRole('button', { name: 'Script 1.0に聞く' }).click();
    await page.getByRole('alert').filter({ hasText: 'エンジン「Script 1.0」: 思考中にエラーが起きました。genmove bに対する応答「hello」を読めません。' }).waitFor();
    script(app.data, PASS);
    await page.getByRole('button', { name: 'Script 1.0に聞く' }).click();
    await page.getByTestId('second').getByText('石の生き死にに違いはありません。').waitFor();
    expect(await page.getByTestId('second-score').textContent()).toBe('持碁');
    await page.getByRole('button', { name: 'ソフトの設定…' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Script 1.0の登録を削除' }).click();
    await page.getByRole('button', { name: 'ほかのソフトの意見を聞く…' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.context().close();
  });

  it('plays: it answers, passes, resigns and fails', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/go?board=${Array(5).fill('.....').join('/')}&turn=black&rules=japanese`);
    await page.waitForSelector('svg[data-go]');
    await page.getByRole('button', { name: 'Play against a program …' }).click();
    const answers = "n=$((n+1)); case $n in 1) echo '= A1';; 2) echo '= pass';; 3) echo '= resign';; *) exit 3;; esac";
    await save(page, script(app.data, answers), ENGLISH);
    await page.getByLabel('Script 1.0 answers every move').check();
    const { x, y } = await pointOf(page, 'C3');
    await page.mouse.click(x, y);
    await page.getByText('Move 2 of 2').waitFor();
    // Both have passed: the board is counted.
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
    await page.getByTestId('score').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Let Script 1.0 move' }).click();
    await page.getByTestId('opponent').getByText('Script 1.0 resigns.').waitFor();
    await page.getByRole('button', { name: 'Let Script 1.0 move' }).click();
    await page.getByRole('alert').filter({ hasText: 'the engine Script 1.0 failed while thinking: it has ended, exit status: 3' }).waitFor();
    await page.getByRole('button', { name: 'Program …' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Remove Script 1.0' }).click();
    await page.getByRole('button', { name: 'Play against a program …' }).waitFor();
    await page.context().close();
  });

  it.skipIf(!existsSync(GNU_GO))('comes from GNU Go, and its line is played', async () => {
    const page = await app.page();
    await openWalls(app, page);
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByTestId('score').waitFor();
    await page.getByRole('button', { name: 'Set up a second opinion …' }).click();
    await save(page, GNU_GO, ENGLISH, '--mode\ngtp');
    await page.getByRole('button', { name: /^Ask GNU Go/ }).click();
    await page.getByTestId('second').getByText('No difference about life and death.').waitFor();
    await page.getByRole('button', { name: 'Play this line' }).click();
    await page.getByText(/^Move 1 of/).waitFor();
    await page.context().close();
  });
});

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, PHONE, playMove, PROGRAM, withApp } from './app.ts';

const heading = { name: 'Engines', exact: true } as const;

/** An engine as a shell script; `go` is its reaction to a search request. */
function script(folder: string, name: string, go: string): string {
  const path = join(folder, `${name}.sh`);
  const lines = [
    '#!/bin/sh',
    'while read -r line; do case "$line" in',
    `usi) echo id name ${name}; echo option name Depth type spin default 3 min 1 max 9;`,
    'echo option name Style type combo default calm var calm var wild; echo option name Book type filename default;',
    'echo option name Clear type button; echo option name Quiet type check default false; echo usiok;;',
    'isready) echo readyok;;',
    `'go '*) ${go};;`,
    'stop) echo bestmove resign;;',
    'quit) exit 0;;',
    'esac; done',
  ];
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o755);
  return path;
}

async function add(page: Page, path: string): Promise<void> {
  const entries = page.locator('li[data-engine]');
  const before = await entries.count();
  await page.fill('input[name=engine-path]', path);
  await page.getByRole('button', { name: 'Add the engine' }).click();
  await expect.poll(() => entries.count()).toBe(before + 1);
}

async function settings(app: App): Promise<Page> {
  const page = await app.page();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', heading).waitFor();
  return page;
}

describe.skipIf(!canTest())('registered engines', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('adds an engine, sets an option, renames, duplicates and removes a set-up', async () => {
    const page = await settings(app);
    await page.fill('input[name=engine-path]', join(app.data, 'nothing'));
    await page.getByRole('button', { name: 'Add the engine' }).click();
    await page.getByRole('alert').filter({ hasText: 'nothing failed while starting' }).waitFor();
    await add(page, PROGRAM);
    const first = page.locator('li[data-engine]').first();
    expect(await first.textContent()).toContain('Zenpuku');
    await first.getByRole('button', { name: 'Options' }).click();
    const dialog = page.locator('dialog');
    await dialog.getByLabel('Find an option').fill('multipv');
    const field = dialog.getByLabel('MultiPV', { exact: true });
    await field.fill('100000');
    await field.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await field.fill('4');
    await field.press('Enter');
    await dialog.getByRole('button', { name: 'MultiPV: Default' }).waitFor();
    await dialog.getByLabel('Find an option').fill('');
    await dialog.getByText('Changed only').click();
    expect(await dialog.locator('li').count()).toBe(1);
    await page.keyboard.press('Escape');
    await first.getByRole('button', { name: 'Rename' }).click();
    await first.getByLabel('Name').fill('Ours outside');
    await page.keyboard.press('Enter');
    await first.getByText('Ours outside', { exact: true }).waitFor();
    await first.getByRole('button', { name: 'Duplicate' }).click();
    const copy = page.locator('li[data-engine]').nth(1);
    await copy.getByText('Ours outside (2)').waitFor();
    await page.reload();
    await copy.getByRole('button', { name: 'Options' }).click();
    await dialog.getByText('Changed only').click();
    expect(await dialog.locator('li input').inputValue()).toBe('4');
    await page.keyboard.press('Escape');
    await copy.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await copy.waitFor({ state: 'detached' });
    await first.getByRole('button', { name: 'Check' }).click();
    await first.getByText('ready').waitFor();
    await page.context().close();
  });

  it('analyses with two engines and shows which one has failed', async () => {
    const page = await settings(app);
    await add(page, script(app.data, 'Breaks', 'echo out of memory >&2; exit 3'));
    await page.getByRole('link', { name: 'Analyse' }).first().click();
    await page.getByRole('tab', { name: 'Lines' }).click();
    await page.locator('.lines .open').click();
    await page.getByLabel('Ours outside').click();
    await page.keyboard.press('Escape');
    const bodies = page.locator('.lines tbody');
    await expect.poll(() => bodies.count()).toBe(2);
    for (const i of [0, 1]) await bodies.nth(i).locator('.moves button').first().waitFor();
    expect(await bodies.nth(1).textContent()).toContain('Ours outside');
    // Each has its own arrow.
    await page.waitForSelector('.arrows .tone1');
    await page.keyboard.press('ArrowRight');
    for (const i of [0, 1]) await bodies.nth(i).locator('.moves button').first().waitFor();
    await page.locator('.lines .open').click();
    await page.getByLabel('Breaks').click();
    await page.keyboard.press('Escape');
    await bodies.nth(2).getByRole('alert').filter({ hasText: 'out of memory' }).waitFor();
    await bodies.nth(1).locator('.moves button').first().waitFor();
    await page.locator('.lines .open').click();
    await page.getByLabel('Breaks').click();
    await page.getByLabel('Zenpuku (built in)').click();
    await page.keyboard.press('Escape');
    await page.locator('.lines ol .moves button').first().waitFor();
    await page.context().close();
  });

  it('plays a game against an engine, which may fail', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Engine').and(page.locator('select')).selectOption({ label: 'Ours outside' });
    // A busy machine must not lose on time.
    await page.getByRole('radio', { name: 'No clock' }).click();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await playMove(page, '7g7f');
    await page.waitForFunction(() => document.querySelectorAll('.panel ol li').length === 2);
    expect(await page.locator('body').textContent()).toContain('Ours outside');
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('White wins by resignation').waitFor();
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Engine').and(page.locator('select')).selectOption({ label: 'Breaks' });
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/play\/\d+/);
    await playMove(page, '7g7f');
    await page.getByText('Black wins by a failure of the engine').waitFor();
    await page.context().close();
  });

  it('fits a phone, in Japanese too', async () => {
    const page = await app.page({ ...PHONE, locale: 'ja-JP' });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
    await page.goto(`${app.url}/settings`);
    await page.getByRole('heading', { name: 'エンジン', exact: true }).first().waitFor();
    const broken = page.locator('li[data-engine]').nth(1);
    await broken.getByRole('alert').filter({ hasText: '異常終了しました' }).waitFor();
    expect(await wide()).toBe(390);
    await broken.getByRole('button', { name: 'オプション' }).tap();
    await page.getByLabel('Quiet').tap();
    await page.getByRole('button', { name: 'Quiet: 既定値に戻す' }).waitFor();
    expect(await wide()).toBe(390);
    await page.context().close();
  });
});

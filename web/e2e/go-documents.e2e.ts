// A game of go stays: over other rooms, Back, a reload and the library, by mouse and by touch.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, dropFile, pasteText, testdata, withApp } from './app.ts';
import { pointOf, sumGame } from './goBoard.ts';

const PROFILES: [string, BrowserContextOptions][] = [
  ['a desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a phone held sideways', { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true }],
];

/** A sum of corridors in which Black passes and White takes the smaller one. */
function reviewedGame(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'zenpuku-go-')), 'sum.sgf');
  writeFileSync(path, sumGame('PB[Kuro]PW[Shiro]RE[W+2]'));
  return path;
}

describe.skipIf(!canTest())('documents of go', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  for (const [name, options] of PROFILES) {
    it(`keeps a game, the place in it and its review on ${name}`, async () => {
      const page = await app.page(options);
      const press = async (button: string, within = page.locator('main')) => {
        const found = within.getByRole('button', { name: button, exact: true }).first();
        await (options.hasTouch ? found.tap() : found.click());
      };
      const point = async (vertex: string) => {
        const { x, y } = await pointOf(page, vertex);
        await (options.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      };
      const enter = async (room: string) => {
        const link = page.locator('nav a', { hasText: room });
        if (!(await link.count())) await page.locator('nav button.more').tap();
        await (options.hasTouch ? link.tap() : link.click());
      };
      await dropFile(page, reviewedGame(), 'sum.sgf');
      await page.waitForURL(/\/go\/\d+/);
      await page.getByText('Move 3 of 3').waitFor();
      expect(await page.getByTestId('players').textContent()).toBe('Black Kuro – White Shiro');
      expect(await page.getByTestId('details').textContent()).toContain('Result in the file: W+2');
      await press('Review');
      await press('Review the game');
      const sum = page.getByTestId('sum-black').getByText('2 points lost in 2 of 2 judged moves');
      await sum.waitFor();
      await press('First move');
      const stays = async () => {
        await page.getByText('Move 0 of 3').waitFor();
        await sum.waitFor();
      };
      await stays();
      // Another room and back, by the link and by Back.
      await enter('Library');
      await page.getByTestId('total').waitFor();
      await enter('Go');
      await stays();
      await page.goBack();
      await page.getByTestId('total').waitFor();
      await page.goBack();
      await stays();
      await page.waitForURL(/\/go\/\d+\/0\?mode=review/);
      await page.reload();
      await stays();
      // A click tries another move; the game is still there.
      await press('Play');
      await point('F7');
      await page.getByText('Move 1 of 1').waitFor();
      await page.waitForURL(/\/go\/\d+\/1\?mode=play/);
      await page.reload();
      await page.getByText('Move 1 of 1').waitFor();
      await press('Back to the game');
      await page.getByText('Move 0 of 3').waitFor();
      // A stone that is set up leaves the game, and Back leads to it.
      await press('Set up');
      await point('A1');
      await page.waitForURL(/\/go\?board=/);
      await page.goBack();
      await page.getByText('Move 0 of 3').waitFor();
      await page.getByTestId('recent').getByText('Kuro – Shiro').first().waitFor();
      // The board can be used as it lies.
      const box = (await page.locator('svg[data-go]').boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThan(180);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.context().close();
    });
  }

  it('leads back to the step shown last, however fast one leaves', async () => {
    const page = await app.page();
    await dropFile(page, reviewedGame(), 'sum.sgf');
    await page.getByText('Move 3 of 3').waitFor();
    await page.evaluate(() => {
      const press = (name: string) => [...document.querySelectorAll('button')].find((button) => button.ariaLabel === name)!.click();
      press('Back');
      press('First move');
      document.querySelector<HTMLElement>('nav a[href^="/library"]')!.click();
    });
    await page.getByTestId('total').waitFor();
    await page.goBack();
    await page.getByText('Move 0 of 3').waitFor();
    await page.context().close();
  });

  it('shows the game that one went back to before the server has kept it', async () => {
    const page = await app.page();
    let late = 0;
    await page.routeWebSocket(/\/ws/, (socket) => {
      const server = socket.connectToServer();
      // Messages behind a late one wait for it, as on a slow line.
      let before = Promise.resolve();
      socket.onMessage((message) => {
        const wait = String(message).includes('"go_keep"') ? late : 0;
        before = before.then(() => new Promise((done) => setTimeout(done, wait))).then(() => server.send(message));
      });
    });
    await page.reload();
    await page.waitForSelector('svg[data-sfen]');
    await dropFile(page, reviewedGame(), 'sum.sgf');
    await page.getByText('Move 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'First move', exact: true }).click();
    const click = async (vertex: string) => {
      const { x, y } = await pointOf(page, vertex);
      await page.mouse.click(x, y);
    };
    await click('F7');
    await page.getByText('Move 1 of 1').waitFor();
    late = 1500;
    await page.getByRole('button', { name: 'Back to the game', exact: true }).click();
    await page.getByText('Move 0 of 3').waitFor();
    await page.getByRole('button', { name: 'Set up', exact: true }).click();
    await click('A1');
    await page.waitForURL(/\/go\?board=/);
    await page.goBack();
    await page.waitForURL(/\/go\/\d+\/0\?/);
    await page.getByText('Move 0 of 3').waitFor();
    // It stays there when the answer has come.
    await page.waitForTimeout(2 * late);
    await page.getByText('Move 0 of 3').waitFor();
    await page.context().close();
  });

  it('puts a game into the library and opens it from there with its review', async () => {
    const page = await app.page();
    await dropFile(page, reviewedGame(), 'sum.sgf');
    await page.getByText('Move 3 of 3').waitFor();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Review the game' }).click();
    await page.getByTestId('sum-black').getByText('2 of 2 judged moves').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved to the library').waitFor();
    await page.goto(`${app.url}/library?kind=go`);
    await page.getByTestId('total').getByText('1 game').waitFor();
    await page.getByText('Go · analysed').waitFor();
    await page.getByRole('button', { name: 'Kuro' }).click();
    await page.waitForURL(/\/go\/\d+/);
    await page.getByTestId('sum-black').waitFor();
    await page.goto(`${app.url}/library?kind=shogi`);
    await page.getByTestId('total').getByText('0 games').waitFor();
    await page.context().close();
  });

  it('reads files as the bytes that they are, and says what is odd in them', async () => {
    const page = await app.page();
    const open = async (name: string) => {
      await dropFile(page, testdata(`reports/${name}`), name);
      await page.waitForURL(/\/go\/\d+/);
    };
    await open('N09a.sgf');
    await page.getByTestId('players').getByText('Black 山本 – White 鈴木').waitFor();
    await open('N09b.sgf');
    await page.getByTestId('players').getByText('Black 予備 – White 能力表').waitFor();
    expect(await page.locator('.stone.black').count()).toBe(9);
    // Pasted as a file, as file managers do.
    await page.evaluate((bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([new Uint8Array(bytes)], 'again.sgf'));
      dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    }, [...readFileSync(testdata('reports/N09a.sgf'))]);
    await page.getByTestId('players').getByText('Black 山本 – White 鈴木').waitFor();
    await open('N06.sgf');
    const games = page.getByLabel('The file has 2 games.');
    await page.waitForFunction(() => document.querySelector('svg[data-go]')!.getAttribute('data-go')!.startsWith('....XO'));
    await games.selectOption({ label: 'Game 2 of 2' });
    await page.waitForFunction(() => document.querySelector('svg[data-go]')!.getAttribute('data-go')!.startsWith('...XO'));
    expect(await games.inputValue()).toBe('1');
    await pasteText(page, '(;GM[1]SZ[9]RU[House];B[ee])');
    await page.getByText('The file names its rules “House”, which are not among those here: Japanese rules are used.').waitFor();
    await page.context().close();
  });

  it('opens a large text that is pasted, and keeps the connection', async () => {
    const page = await app.page();
    await pasteText(page, `手合割：平手\n*${'長い'.repeat(300_000)}\n   1 ７六歩(77)\n`);
    await page.waitForURL(/\/analyse\/\d+/);
    await page.getByText('pasted text').first().waitFor();
    await pasteText(page, `(;GM[1]CA[Shift_JIS]SZ[9]PB[山本]C[${'long '.repeat(300_000)}];B[ee])`);
    await page.waitForURL(/\/go\/\d+/);
    await page.getByTestId('players').getByText('山本').waitFor();
    expect(await page.getByText('The connection was lost').count()).toBe(0);
    await page.context().close();
  });

  it('shows territory by marks that stand out from the board in both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await app.page({ colorScheme });
      await dropFile(page, testdata('go/finished.sgf'), 'game.sgf');
      await page.locator('.owner.black').first().waitFor();
      const contrast = await page.locator('.owner.black').first().evaluate((mark) => {
        const light = (color: string) => {
          const parts = color.match(/[\d.]+/g)!.slice(0, 3).map((part) => Number(part) / 255);
          const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
        };
        const [board, style] = [light(getComputedStyle(document.querySelector('.board')!).fill), getComputedStyle(mark)];
        const against = (color: string) => {
          const [a, b] = [light(color), board].sort((x, y) => y - x);
          return (a! + 0.05) / (b! + 0.05);
        };
        return Math.max(against(style.fill), against(style.stroke));
      });
      expect(contrast, colorScheme).toBeGreaterThan(3);
      await page.context().close();
    }
  });
});

// Texts with script, files that are not records, pages of other origins.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type App, canTest, paste, withApp } from './app.ts';
import { ask } from './scene.ts';

const SCRIPT = '<script>hacked=1</script>';
const IMAGE = '<img src=x onerror=hacked=2>';
const DRAWING = '"><svg/onload=hacked=3>';
const KIF = `開始日時：2024/05/01 ${DRAWING}
棋戦：${DRAWING}
手合割：平手
先手：${SCRIPT}
後手：${IMAGE}\u202e
手数----指手---------消費時間--
*${IMAGE}
   1 ７六歩(77)   ( 0:05/00:00:05)
*</textarea>${SCRIPT}
   2 ３四歩(33)   ( 0:07/00:00:07)
   3 ２二角成(88) ( 0:03/00:00:08)
   4 中断
`;

/** No part of the texts has become an element or was run. */
async function isHarmless(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    hacked: (globalThis as { hacked?: number }).hacked,
    elements: document.querySelectorAll('body script, img, [onerror], [onload]').length,
  }));
  expect(found, where).toEqual({ hacked: undefined, elements: 0 });
}

describe.skipIf(!canTest())('hostile', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('shows script in names and comments as text, in every room and every export', async () => {
    const page = await app.page({ acceptDownloads: true });
    await paste(page, KIF);
    await page.locator('h1', { hasText: `☗${SCRIPT}` }).waitFor();
    await page.keyboard.press('ArrowRight');
    const document = Number(/analyse\/(\d+)/.exec(page.url())![1]);
    await ask(page, [
      { type: 'job_analyse', document, node: null, budget: { type: 'nodes', nodes: 200 } },
      { type: 'library_import', source: { type: 'document', document } },
    ]);
    for (const tab of ['moves', 'lines', 'report', 'notes']) {
      await page.click(`#tab-${tab}`);
      await page.waitForTimeout(150);
      await isHarmless(page, tab);
    }
    expect(await page.locator('header h1').first().innerText()).toContain(`${IMAGE}<U+202E>`);
    expect(await page.locator('.notes textarea').inputValue()).toBe(`</textarea>${SCRIPT}`);
    expect(await page.locator('.field input').first().inputValue()).toBe(SCRIPT);

    await page.getByRole('button', { name: 'Export' }).click();
    const file = async (name: string, role: 'button' | 'link') => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole(role, { name }).click()]);
      return readFile(await download.path(), 'utf8');
    };
    expect(await file('Picture (SVG)', 'button')).not.toMatch(/<script>hacked|<img/);
    // The report is opened as a file, where no policy of ours helps it.
    const report = join(app.data, 'report.html');
    await writeFile(report, await file('Report (HTML)', 'link'));
    const reader = await page.context().newPage();
    await reader.goto(`file://${report}`);
    await reader.locator('h1', { hasText: SCRIPT }).waitFor();
    expect(await reader.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
    await reader.close();

    await page.goto(`${app.url}/library`);
    await page.locator('.name', { hasText: SCRIPT }).waitFor();
    await isHarmless(page, 'library');
    await page.goto(`${app.url}/play`);
    await page.getByLabel('Your name').fill(IMAGE);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('svg text', { hasText: IMAGE.slice(0, 4) }).first().waitFor();
    await isHarmless(page, 'play');
    await page.context().close();
  });

  it('takes script in an address as text', async () => {
    const page = await app.page();
    const text = encodeURIComponent(SCRIPT + IMAGE);
    for (const path of [`analyse?sfen=${text}`, `analyse/${text}/${text}?tab=${text}`, `library?player=${text}&sfen=${text}&order=${text}`, `edit?sfen=${text}`, `play?sfen=${text}`, `play/${text}`, text]) {
      await page.goto(`${app.url}/${path}`);
      await page.waitForSelector('nav');
      await page.waitForTimeout(200);
      await isHarmless(page, path);
    }
    await page.context().close();
  });

  it('says that a file of 50 MB is no record, without sending it', async () => {
    const page = await app.page();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(50_000_000)], 'huge.kif'));
      return data;
    });
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.getByText('huge.kif is larger than 10 MB').waitFor();
    expect(sent.filter((url) => url.includes('upload'))).toEqual([]);
    await page.context().close();
  });

  it('answers no page of another origin', async () => {
    const page = await app.page();
    const other = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end('<!doctype html><title>another page</title>');
    });
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    const foreign = await page.context().newPage();
    await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const host = new URL(app.url).host;
    const got = await foreign.evaluate(async (host) => {
      const socket = await new Promise((done) => {
        const socket = new WebSocket(`ws://${host}/ws`);
        socket.onopen = () => done('open');
        socket.onerror = () => done('refused');
      });
      const read = await fetch(`http://${host}/health`).then(() => 'read', () => 'refused');
      const frame = document.createElement('iframe');
      frame.src = `http://${host}/`;
      document.body.append(frame);
      await new Promise((done) => (frame.onload = done));
      return { socket, read };
    }, host);
    expect(got).toEqual({ socket: 'refused', read: 'refused' });
    const framed = foreign.frames().find((frame) => frame !== foreign.mainFrame());
    expect(framed?.url()).not.toContain(host);
    other.close();
    await page.context().close();
  });
});

// Many files, many pages, and a game deleted by mistake.

import { describe, expect, it } from 'vitest';
import { type App, canTest, withApp } from './app.ts';

const game = (number: number) => ({
  name: `${number}.kif`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`先手：対局者${number}\n後手：乙\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n`),
});

describe.skipIf(!canTest())('limits', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('imports 1,500 chosen files, and brings a deleted game back', async () => {
    const page = await app.page();
    await page.goto(`${app.url}/library`);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose files' }).click()]);
    await chooser.setFiles(Array.from({ length: 1_500 }, (_, number) => game(number)));
    await page.getByText('1500 added', { exact: true }).waitFor({ timeout: 150_000 });
    const total = page.getByTestId('total');
    await expect.poll(() => total.textContent()).toBe('1,500 games');
    await page.getByRole('button', { name: 'Delete from the library' }).first().click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => total.textContent()).toBe('1,499 games');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => total.textContent()).toBe('1,500 games');
    await page.context().close();
  });

  it('says why a page too many does not open, and opens it when there is a place', async () => {
    const page = await app.page();
    await page.evaluate(async () => {
      const hello = JSON.stringify({ id: 1, request: { type: 'hello', protocol: 1 } });
      const open = () =>
        new Promise<WebSocket>((opened) => {
          const socket = new WebSocket(`ws://${location.host}/ws`);
          socket.onopen = () => socket.send(hello);
          socket.onmessage = () => opened(socket);
        });
      const sockets = await Promise.all(Array.from({ length: 31 }, open));
      Object.assign(window, { sockets });
    });
    const more = await page.context().newPage();
    await more.goto(`${app.url}/library`);
    await more.getByText('open in 32 tabs already').waitFor();
    await page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.forEach((socket) => socket.close()));
    await more.getByTestId('total').waitFor();
    await page.context().close();
  });
});

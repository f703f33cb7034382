// The installed app: it can be installed, opens without the program, says that it does not run, and comes back with it.
// These tests take the page from the program itself, also with ZENPUKU_BUNDLE: a service worker only asks the program.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { App, boardShows, canTest, withApp } from './app.ts';

const ALLOWED = { serviceWorkers: 'allow' } as const;
const ABSENT = 'Zenpuku is not running. Start it, then reload.';

/** The state of the service worker that is in charge of the page. `waitForFunction` would take the promise itself for true. */
const workerState = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state ?? 'none');
const keptBy = (page: Page) => expect.poll(() => workerState(page)).toBe('activated');

const port = (app: App) => Number(new URL(app.url).port);
const keptNames = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, addresses: requests.flat().map((request) => request.url) };
  });

describe.skipIf(!canTest())('the installed app', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('can be installed', async () => {
    const page = await app.page(ALLOWED);
    await keptBy(page);
    const session = await page.context().newCDPSession(page);
    const { url, errors, data } = await session.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${app.url}/manifest.webmanifest`, []]);
    const manifest = JSON.parse(data!) as { display: string; start_url: string; icons: { src: string; sizes: string; type: string }[] };
    expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/']);
    const sizes = await page.evaluate(
      (icons) => Promise.all(icons.map(async ({ src, type }) => {
        const answer = await fetch(src);
        const image = await createImageBitmap(await answer.blob()).catch(() => null);
        return answer.headers.get('content-type') === type ? (image?.width ?? 'svg') : 'wrong type';
      })),
      manifest.icons,
    );
    expect(sizes).toEqual(['svg', 192, 512, 512]);
    const types = await page.evaluate(() =>
      Promise.all(['/manifest.webmanifest', '/sw.js'].map(async (file) => {
        const { headers } = await fetch(file);
        return [headers.get('content-type'), headers.get('cache-control')];
      })),
    );
    expect(types).toEqual([['application/manifest+json', 'no-cache'], ['text/javascript; charset=utf-8', 'no-cache']]);
    // What Chromium itself says is in the way; a test's window is incognito.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map((error) => error.errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  });

  it('opens without the program, says so, and comes back by itself', async () => {
    const page = await app.page(ALLOWED);
    await keptBy(page);
    await app.kill();
    await page.goto(`${app.url}/play?key=0123`);
    await page.getByText(ABSENT).waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await page.evaluate(() => localStorage.setItem('zenpuku.prefs', JSON.stringify({ lang: 'ja' })));
    await page.reload();
    await page.getByText('全幅が起動していません。起動してから読み込み直してください。').waitFor();
    await page.evaluate(() => localStorage.removeItem('zenpuku.prefs'));
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await page.getByText(ABSENT).waitFor();
    await app.launch(port(app));
    await boardShows(page, 'l');
    expect(await page.getByText(ABSENT).count()).toBe(0);
    expect(await page.locator('html').getAttribute('data-absent')).toBeNull();
  });

  it('keeps nothing but the page, of one version only', async () => {
    const page = await app.page(ALLOWED);
    await keptBy(page);
    // As after an update: the worker is installed again, where an older one has left its files.
    await page.addInitScript(() => {
      const { register } = ServiceWorkerContainer.prototype;
      ServiceWorkerContainer.prototype.register = function (...args) {
        return sessionStorage.getItem('later') ? Promise.reject(new Error('later')) : register.apply(this, args);
      };
    });
    await page.evaluate(async () => {
      sessionStorage.setItem('later', 'yes');
      await (await navigator.serviceWorker.getRegistration())!.unregister();
    });
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await expect.poll(() => workerState(page)).toBe('none');
    await page.evaluate(async () => {
      await (await caches.open('zenpuku-older')).put('/', new Response('older'));
      sessionStorage.removeItem('later');
    });
    await page.reload();
    await keptBy(page);
    await expect.poll(async () => (await keptNames(page)).names).toHaveLength(1);
    const { names, addresses } = await keptNames(page);
    expect(names[0]).toMatch(/^zenpuku-[0-9a-f]{16}$/);
    const paths = addresses.map((address) => address.slice(app.url.length));
    expect(paths).toContain('/');
    expect(paths.filter((path) => path !== '/' && !/^\/assets\/[\w.-]+\.(js|css|woff2)$/.test(path))).toEqual([]);
    // With the program the page is always its own, never the kept one.
    await page.evaluate(async (name) => (await caches.open(name)).put('/', new Response('<html>kept')), names[0]!);
    await page.goto(`${app.url}/analyse?sample=kakugawari`);
    await boardShows(page, 'l');
  });
});

describe.skipIf(!canTest())('a page that is older than the program', () => {
  let app: App;
  withApp((started) => {
    app = started;
  });

  it('asks to be loaded again', async () => {
    const page = await app.page();
    await page.route(`${app.url}/`, (route) => route.fulfill({ body: '<script type="module" src="/assets/index-newer.js"></script>' }));
    await app.restart(page);
    await page.getByText('Zenpuku was updated. Reload this page.').waitFor();
  });
});

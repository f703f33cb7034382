// Starts the real program and a real browser for the tests.

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const PROGRAM = process.env.ZENPUKU_BIN ?? join(ROOT, 'target/debug/zenpuku');
/** With this folder the page comes from it, so that a new build can be tested without building the program. */
const BUNDLE = process.env.ZENPUKU_BUNDLE;
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2',
  webmanifest: 'application/manifest+json', png: 'image/png',
};
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const testdata = (name: string): string => join(ROOT, 'testdata', name);

/** A phone, upright and on its side, and a browser window at 200 %. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } satisfies BrowserContextOptions;
export const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } } satisfies BrowserContextOptions;
export const ZOOMED = { viewport: { width: 640, height: 360 } } satisfies BrowserContextOptions;

/** Path of a browser, if any. */
export function browserPath(): string | undefined {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path && existsSync(path));
}

/** Prints a warning that the tests are skipped, and fails where they are required (CI). */
export function canTest(): boolean {
  const missing = !browserPath() ? 'no Chromium found (set CHROMIUM)' : !existsSync(PROGRAM) ? `no program at ${PROGRAM}` : '';
  if (!missing) return true;
  if (process.env.CI) throw new Error(`browser tests are required here: ${missing}`);
  console.error(`\n*** BROWSER TESTS DID NOT RUN: ${missing} ***\n`);
  return false;
}

/**
 * The browser, started once for all files of this process: each page has its
 * own context. It ends with the process.
 */
function browser(): Promise<Browser> {
  const started = globalThis as { e2eBrowser?: Promise<Browser> };
  started.e2eBrowser ??= chromium.launch({
    executablePath: browserPath()!,
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--no-first-run', '--disable-features=LocalNetworkAccessChecks',
    ],
  });
  return started.e2eBrowser;
}

export class App {
  /** The address without its key. */
  url = '';
  /** The output of the program, with the key. */
  private address = '';
  readonly problems: string[] = [];
  /** Was the program killed? Requests of its pages were then reset or refused. */
  private killed = false;
  readonly data: string;
  private server: ChildProcess | undefined;
  private readonly contexts: BrowserContext[] = [];

  private constructor(data: string) {
    this.data = data;
  }

  static async start(): Promise<App> {
    const app = new App(await mkdtemp(join(tmpdir(), 'zenpuku-e2e-')));
    await app.launch(0);
    return app;
  }

  /** Starts the program; gives the port. */
  async launch(port: number): Promise<void> {
    const args = ['app', '--no-open', '--port', String(port), '--threads', '1', '--hash', '64', '--data', this.data];
    const server = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.server = server;
    this.address = await new Promise<string>((found, failed) => {
      let text = '';
      server.stdout.on('data', (part) => {
        text += String(part);
        const address = /(http:\S+) /.exec(text);
        if (address) found(address[1]!);
      });
      server.on('exit', (code) => failed(new Error(`the program ended with ${code}`)));
    });
    this.url = new URL(this.address).origin;
  }

  /** Ends the program immediately, like a crash. */
  async kill(): Promise<void> {
    const server = this.server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((done) => server.once('exit', done));
    this.killed = true;
    server.kill('SIGKILL');
    await ended;
  }

  /** Restarts the program; an open page reports meanwhile that it is gone, and reconnects. */
  async restart(page?: Page): Promise<void> {
    const port = Number(new URL(this.url).port);
    const lost = page?.getByText('The connection to Zenpuku is lost');
    await this.kill();
    await lost?.waitFor();
    await this.launch(port);
    await lost?.waitFor({ state: 'detached' });
  }

  /** A separate page, with the sample game unless another address is given. */
  async page(options: BrowserContextOptions = {}, address = '/analyse?sample=kakugawari'): Promise<Page> {
    const context = await (await browser()).newContext({
      // A service worker would answer before the folder of `BUNDLE`.
      viewport: { width: 1280, height: 800 }, locale: 'en-US', colorScheme: 'light', serviceWorkers: 'block', ...options,
    });
    this.contexts.push(context);
    // As the program opens the browser: the answer keeps the key in a cookie.
    await context.request.get(this.address);
    if (BUNDLE && options.serviceWorkers !== 'allow') await context.route(`${this.url}/**`, serveFrom(BUNDLE));
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    this.watch(page);
    await page.goto(`${this.url}${address}`);
    await page.waitForSelector('svg[data-sfen]');
    return page;
  }

  /** Errors of the page fail the test, lost connections of a killed program excepted. */
  watch(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() !== 'error' || message.text().includes('WebSocket')) return;
      if (this.killed && /ERR_CONNECTION_(REFUSED|RESET)/.test(message.text())) return;
      this.problems.push(message.text());
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== this.url) this.problems.push(`foreign request: ${url.href}`);
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.contexts.map((context) => context.close()));
    await this.kill();
  }
}

function serveFrom(folder: string) {
  return async (route: import('playwright-core').Route): Promise<void> => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/') || pathname === '/health') return route.continue();
    const name = pathname.split('/').at(-1)!.includes('.') ? pathname : '/index.html';
    const path = join(folder, name);
    if (!existsSync(path)) return route.fulfill({ status: 404, body: '' });
    const type = TYPES[name.split('.').at(-1)!] ?? 'text/plain';
    await route.fulfill({ body: readFileSync(path), headers: { 'content-type': type, 'content-security-policy': POLICY } });
  };
}

/** Opens a record as text, in the English page. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.fill('dialog textarea', text);
  await page.getByRole('button', { name: 'Open the text' }).click();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** Pastes a text outside all fields. */
export const pasteText = (page: Page, text: string): Promise<void> =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  }, text);

/** Drops a file on the page, as from a file manager. */
export async function dropFile(page: Page, path: string, name: string): Promise<void> {
  const bytes = [...readFileSync(path)];
  const transfer = await page.evaluateHandle(
    ({ bytes, name }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name));
      return data;
    },
    { bytes, name },
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Where a square, named as in USI, is on the screen: a part of its width from the left, in the middle of its height.
 * Waits until the board stands still and nothing covers the square: a slow machine may still be laying out the page,
 * scrolling, or showing a notice. */
async function place(page: Page, square: string, part = 0.5): Promise<{ x: number; y: number }> {
  const svg = page.locator('svg[role=application]').first();
  for (let tries = 0; ; tries += 1) {
    const found = await svg.evaluate(async (element, { square, part }) => {
      const board = (element as SVGSVGElement).querySelector('.frame') as SVGGraphicsElement;
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      const before = board.getBoundingClientRect();
      await frame();
      await frame();
      const box = board.getBoundingClientRect();
      const flipped = element.querySelector('.names text')?.textContent === '1';
      const [file, rank] = [Number(square[0]), square.charCodeAt(1) - 96];
      const [column, row] = flipped ? [file - 1, 9 - rank] : [9 - file, rank - 1];
      const [x, y] = [box.x + ((column + part) * box.width) / 9, box.y + ((row + 0.5) * box.height) / 9];
      const top = document.elementFromPoint(x, y);
      const over = top && element.contains(top) ? '' : (top?.outerHTML.slice(0, 200) ?? 'the edge of the screen');
      const still = JSON.stringify(before) === JSON.stringify(box);
      return { x, y, trouble: over || (still ? '' : 'the board moves') };
    }, { square, part });
    if (found.trouble === '') return found;
    if (tries === 300) throw new Error(`${square} cannot be reached: ${found.trouble}`);
    await page.waitForTimeout(100);
  }
}

export async function clickSquare(page: Page, square: string): Promise<void> {
  const { x, y } = await place(page, square);
  await page.mouse.click(x, y);
}

/** Touches a square, as a finger does: the browser makes the click of it afterwards. */
export async function tapSquare(page: Page, square: string, part = 0.5): Promise<void> {
  const { x, y } = await place(page, square, part);
  await page.touchscreen.tap(x, y);
}

/** A move by two taps; `part` is where in the second square. */
export async function tapMove(page: Page, usi: string, part = 0.5): Promise<void> {
  await page.waitForSelector('svg[data-ready=true]');
  await tapSquare(page, usi.slice(0, 2));
  await page.waitForSelector('circle.target, rect.capture');
  await tapSquare(page, usi.slice(2, 4), part);
}

export async function dragMove(page: Page, usi: string): Promise<void> {
  await page.waitForSelector('svg[data-ready=true]');
  const [from, to] = [await place(page, usi.slice(0, 2)), await place(page, usi.slice(2, 4))];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

export async function playMove(page: Page, usi: string): Promise<void> {
  await page.waitForSelector('svg[data-ready=true]');
  await clickSquare(page, usi.slice(0, 2));
  await clickSquare(page, usi.slice(2, 4));
}

export const sfenOf = (page: Page): Promise<string> =>
  page.locator('svg[role=application]').first().getAttribute('data-sfen').then((sfen) => sfen ?? '');

/** Waits until the board shows a position that fits. */
export async function boardShows(page: Page, start: string): Promise<void> {
  await page.waitForFunction(
    (start) => document.querySelector('svg[role=application]')?.getAttribute('data-sfen')?.startsWith(start),
    start,
  );
}

/** Starts the app before the tests of a suite and stops it after them; then no page may have had a problem. */
export function withApp(take: (app: App) => Promise<void> | void, timeout?: number): void {
  let app: App | undefined;
  beforeAll(async () => {
    app = await App.start();
    await take(app);
  }, timeout);
  afterAll(async () => {
    await app?.stop();
    expect(app?.problems ?? []).toEqual([]);
  });
}

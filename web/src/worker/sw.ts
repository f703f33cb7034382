/// <reference lib="webworker" />
// The service worker: serves the kept page while the program is not running; the page then shows that and waits. While
// the program is running every page comes from it, so that no page is older than the program. `scripts/bundle.mjs`
// writes the names of the files, and a hash of them, into the built file.

import { answerOf } from './rules.ts';

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = 'zenpuku-';
const CACHE = `${PREFIX}__BUILD__`;
const FILES = '__FILES__'.split(' ');
const PAGE = '/';

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // All or none: with one file of another version the worker is not installed.
  await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: 'no-cache' })));
  await worker.skipWaiting();
}

async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function kept(file: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(file, { ignoreVary: true });
}

/** Returns the kept page, marked as such: it must not connect to a program, which may be newer. */
async function absentPage(): Promise<Response> {
  const page = await kept(PAGE);
  if (!page) return Response.error();
  const headers = new Headers(page.headers);
  // These describe the packed bytes, not the text.
  for (const name of ['content-encoding', 'content-length', 'etag']) headers.delete(name);
  return new Response((await page.text()).replace('<html', '<html data-absent'), { headers });
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const answer = answerOf(request, worker.location.origin);
  if (answer === 'page') event.respondWith(fetch(request).catch(absentPage));
  if (answer === 'asset') event.respondWith(kept(request).then((file) => file ?? fetch(request)));
});

// The page that the browser keeps, and whether the program has a newer one.

/** Returns whether the service worker served this page because the program is not running. */
export const isKept = (): boolean => document.documentElement.dataset.absent !== undefined;

/** Lets the browser keep the page; browsers allow it on this machine and over HTTPS only. */
export async function keepShell(): Promise<void> {
  if (!import.meta.env.PROD) return;
  // A private window may refuse; the app works without it.
  await navigator.serviceWorker?.register('/sw.js').catch(() => null);
}

const RETRY_MS = 1_500;

/** Waits until the program answers, with an error too. */
export async function programRuns(): Promise<void> {
  while (!(await fetch('/health', { cache: 'no-store' }).catch(() => null))) {
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

/** Returns whether the program now has another page than this one. */
export async function isOutdated(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const page = await fetch('/', { cache: 'no-cache' }).catch(() => null);
  return own !== null && page?.ok === true && !(await page.text()).includes(new URL(own.src).pathname);
}

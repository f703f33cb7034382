// The service worker's handling of a request.

/** `page`: from the program, or the kept page if it is not running. `asset`: the kept file. Null: not handled. */
export type Answer = 'page' | 'asset' | null;

/**
 * Returns how a request is answered. Only pages of rooms and files with a hash in their name are handled: what else
 * the program sends (games, exports) must never be kept.
 */
export function answerOf(request: { method: string; mode: string; url: string }, origin: string): Answer {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin || url.pathname.startsWith('/api/')) return null;
  if (url.pathname.startsWith('/assets/')) return 'asset';
  const room = !url.pathname.split('/').at(-1)!.includes('.');
  return request.mode === 'navigate' && room && url.pathname !== '/health' ? 'page' : null;
}

import { expect, it } from 'vitest';
import { answerOf } from './rules.ts';

const HOME = 'http://127.0.0.1:7420';
const ask = (path: string, mode = 'navigate', method = 'GET') => answerOf({ method, mode, url: `${HOME}${path}` }, HOME);

it('keeps pages and hashed files', () => {
  for (const path of ['/', '/play', '/analyse?sfen=x.y', '/?key=0123']) expect(ask(path)).toBe('page');
  expect(ask('/assets/index-abc.js', 'cors')).toBe('asset');
});

it('leaves everything else to the program', () => {
  for (const path of ['/api/export/1?format=kif', '/api/upload', '/health', '/sw.js', '/manifest.webmanifest']) expect(ask(path)).toBeNull();
  expect(ask('/', 'cors')).toBeNull();
  expect(ask('/', 'navigate', 'POST')).toBeNull();
  expect(answerOf({ method: 'GET', mode: 'no-cors', url: 'https://example.org/assets/a.js' }, HOME)).toBeNull();
});

import { expect, it } from 'vitest';
import { readMessage, visible } from './visible.ts';

it('shows what would turn text around or vanish', () => {
  expect(visible('全幅\t☗７六歩\nb')).toBe('全幅\t☗７六歩\nb');
  expect(visible('a\x1b[2Jb\r\x7f')).toBe('a␛[2Jb␍␡');
  expect(visible('\x9b31m\u202efik')).toBe('<U+009B>31m<U+202E>fik');
});

it('reads names that can be shown, and what is edited as it is', () => {
  const sent = { type: 'event', event: { title: 'a\u202efik\x07', comment: '\u202e', headers: [{ key: 'k\u2066', value: '\x0c' }] } };
  expect(readMessage(JSON.stringify(sent))).toEqual({
    type: 'event',
    event: { title: 'a<U+202E>fik␇', comment: '\u202e', headers: [{ key: 'k\u2066', value: '\x0c' }] },
  });
  expect(readMessage('{"type": "event"}')).toEqual({ type: 'event' });
});

import { expect, it } from 'vitest';
import { PASS, passed, positionsOf } from './lines.ts';
import { EVEN_SFEN } from './sfen.ts';

it('plays a line with a pass', () => {
  const positions = positionsOf(EVEN_SFEN, ['7g7f', PASS, '8h2b+']);
  expect(positions.length).toBe(4);
  expect(positions[0]).toBe(EVEN_SFEN);
  expect(positions.map((sfen) => sfen.split(' ')[1])).toEqual(['b', 'w', 'b', 'w']);
  expect(positions[3]).toMatch(/^lnsgkgsnl\/1r5\+B1\/.* w B /);
});

it('has no positions of a line that begins nowhere', () => {
  expect(positionsOf('no position', ['7g7f'])).toEqual([]);
});

it('gives the turn to the other side', () => {
  expect(passed(EVEN_SFEN).split(' ')[1]).toBe('w');
  expect(passed('')).toBe('');
});

import { expect, it } from 'vitest';
import { piecesText } from './pieces.ts';
import { parseSfen } from './sfen.ts';

it('names pieces on the board and in hand', () => {
  const position = parseSfen('9/9/9/9/9/9/9/2G6/1K7 b 2Pb 1')!;
  expect(piecesText(position, 'ja', 'kanji')).toBe('☗7八金・☗8九玉・☗持駒歩2・☖持駒角');
  expect(piecesText(position, 'en', 'letters')).toBe('☗ gold 7h, ☗ king 8i, ☗ 2 × pawn in hand, ☖ bishop in hand');
});

it('counts the pieces beyond the sixth', () => {
  const position = parseSfen('9/9/9/9/9/9/PPPPPPPPP/9/9 b - 1')!;
  expect(piecesText(position, 'en', 'digits')).toMatch(/^☗ pawn 97, .*, 3 more$/);
});

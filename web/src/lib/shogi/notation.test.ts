import { describe, expect, it } from 'vitest';
import { longEval, shortEval, clockText, compact, durationText } from './evaluation.ts';
import { face, spokenMove, westernLine } from './notation.ts';
import { EVEN_SFEN } from './sfen.ts';

describe('notation', () => {
  it('writes Western moves', () => {
    expect(westernLine(EVEN_SFEN, ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e'])).toEqual([
      '☗P-76', '☖P-34', '☗Bx22+', '☖S31x22', '☗B*55',
    ]);
    expect(westernLine('4k4/9/9/9/9/4P4/9/9/4K4 b - 1', ['5f5e'])).toEqual(['☗P-55']);
    expect(westernLine('4k4/9/9/4S4/9/9/9/9/4K4 b - 1', ['5d5c'])).toEqual(['☗S54-53=']);
  });

  it('speaks', () => {
    expect(spokenMove(EVEN_SFEN, '7g7f', 'en')).toBe('Black pawn to 7-6');
    expect(spokenMove(EVEN_SFEN, '7g7f', 'ja')).toBe('先手 7六 歩');
  });

  it('gives faces', () => {
    expect(face({ kind: 'K', promoted: false, side: 'white' }, 'one')).toBe('王');
    expect(face({ kind: 'K', promoted: false, side: 'black' }, 'two')).toBe('玉将');
    expect(face({ kind: 'S', promoted: true, side: 'black' }, 'one')).toBe('全');
    expect(face({ kind: 'R', promoted: true, side: 'black' }, 'letters')).toBe('+R');
  });
});

describe('evaluations', () => {
  it('are said in words', () => {
    expect(longEval({ cp: 320, mate: null, win_rate: 0.63 }, 'en')).toBe('+320 (Black better, 63 %)');
    expect(longEval({ cp: -32000, mate: -7, win_rate: 0 }, 'ja')).toBe('詰み 7手 (後手勝ち)');
    expect(longEval({ cp: 32000, mate: 0, win_rate: 1 }, 'en')).toBe('mate (Black wins)');
    expect(shortEval({ cp: -15, mate: null, win_rate: 0.5 }, 'en')).toBe('−15');
  });

  it('numbers are short', () => {
    expect([compact(950), compact(12_345), compact(4_560_000)]).toEqual(['950', '12.3k', '4.56M']);
    expect([clockText(65_000), clockText(0), clockText(3_600_000)]).toEqual(['1:05', '0:00', '1:00:00']);
    expect([durationText(8_000, 'en'), durationText(180_000, 'ja')]).toEqual(['8 s', '3分']);
  });
});

import { describe, expect, it } from 'vitest';
import { longEval, shortEval, clockText, compact, durationText } from './evaluation.ts';
import { face, japaneseLine, spokenMove, squareLabel, westernLine, withSquares } from './notation.ts';
import { EVEN_SFEN } from './sfen.ts';

describe('notation', () => {
  it('writes Western moves', () => {
    expect(westernLine(EVEN_SFEN, ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e'], 'digits')).toEqual([
      '☗P-76', '☖P-34', '☗Bx22+', '☖S31x22', '☗B*55',
    ]);
    expect(westernLine('4k4/9/9/9/9/4P4/9/9/4K4 b - 1', ['5f5e'], 'digits')).toEqual(['☗P-55']);
    expect(westernLine('4k4/9/9/4S4/9/9/9/9/4K4 b - 1', ['5d5c'], 'digits')).toEqual(['☗S54-53=']);
  });

  it('names squares by the setting, in moves and in the texts of the server', () => {
    expect((['kanji', 'digits', 'letters'] as const).map((style) => squareLabel(47, style))).toEqual(['7六', '76', '7f']);
    expect(westernLine(EVEN_SFEN, ['7g7f'], 'letters')).toEqual(['☗P-7f']);
    expect(withSquares('silver to 5d, win the rook on 2h', 'digits')).toBe('silver to 54, win the rook on 28');
  });

  it('writes Japanese moves as KIF does', () => {
    expect(japaneseLine(EVEN_SFEN, ['7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e'])).toEqual([
      '☗７六歩(77)', '☖３四歩(33)', '☗２二角成(88)', '☖同　銀(31)', '☗５五角打',
    ]);
  });

  it('speaks', () => {
    expect(spokenMove(EVEN_SFEN, '7g7f', 'en', 'digits')).toBe('Black pawn to 76');
    expect(spokenMove(EVEN_SFEN, '7g7f', 'ja', 'kanji')).toBe('先手 7六 歩');
    const open = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3';
    expect(spokenMove(open, '8h2b+', 'en', 'digits')).toBe('Black bishop takes bishop at 22, promotes');
    expect(spokenMove(open, '8h2b+', 'ja', 'kanji')).toBe('先手 2二 角成、角を取る');
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

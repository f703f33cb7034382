import { describe, expect, it } from 'vitest';
import { commandWords } from '../i18n/commands.ts';
import { answer, type Asked } from './commands.ts';
import { EVEN_SFEN } from './sfen.ts';

const OPEN = 'lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b 2P 3';
const asked = (lang: 'ja' | 'en', sfen: string, moves: string[], last: number | null = null): Asked => ({
  sfen, moves, last, lang, squares: lang === 'ja' ? 'kanji' : 'digits', words: commandWords[lang],
  told: { last: 'last', clocks: 'clocks', evaluation: '' },
  side: (side) => ({ black: lang === 'ja' ? '先手' : 'Black', white: lang === 'ja' ? '後手' : 'White' })[side],
  hand: (side) => (lang === 'ja' ? `${side}の持ち駒` : `${side}'s hand`),
});
const MOVES = ['2g2f', '2h6h', '4i5h', '6i5h', '8h2b+', '8h2b', 'P*5e'];
const played = (text: string, lang: 'ja' | 'en' = 'en') => answer(text, asked(lang, OPEN, MOVES));

describe('the command line', () => {
  it.each([
    ['2g2f', ['2g2f', 'P-26', 'p26', 'P-2f', '26', '２六歩', '☗２六歩(27)', '２六歩（２７）', '26歩']],
    ['8h2b+', ['8h2b+', 'Bx22+', '22+', '2二角成', '▲２二角成(88)']],
    ['8h2b', ['8h2b', 'Bx22=', 'Bx22', 'B-2b', '２二角不成']],
    ['P*5e', ['P*5e', 'P*55', '５五歩打', '５五歩', '55']],
    ['6i5h', ['G69-58', '５八金(69)']],
  ])('reads %s in every notation', (usi, names) => {
    for (const name of names) expect(played(name), name).toEqual({ play: usi });
  });

  it('reads 同 and other names of pieces', () => {
    const position = 'lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4';
    expect(answer('同銀', asked('ja', position, ['3a2b'], 16))).toEqual({ play: '3a2b' });
    const king = asked('ja', '4k4/9/9/9/9/9/9/9/4K3+R b - 1', ['1i1a', '5i5h']);
    expect([answer('1一竜', king), answer('58王', king), answer('+R-11', king)]).toEqual([{ play: '1i1a' }, { play: '5i5h' }, { play: '1i1a' }]);
  });

  it('asks back, and says what is no move', () => {
    expect(played('G-58').say).toBe('Which one: ☗G49-58, ☗G69-58?');
    expect(played('５八金', 'ja').say).toContain('☗５八金(49), ☗５八金(69)');
    expect(played('R-11').say).toMatch(/^R-11 is no legal move/);
    expect(played('').say).toMatch(/^A move: /);
  });

  it('tells where pieces are, and what stands on a file, a rank or a square', () => {
    const say = (text: string, lang: 'ja' | 'en' = 'en') => answer(text, asked(lang, OPEN, [])).say;
    expect(say('p rook')).toBe('White rook 82, Black rook 28');
    expect([say('p r'), say('p R')]).toEqual([say('p rook'), say('p rook')]);
    expect(say('p 飛', 'ja')).toBe('後手 飛 8二, 先手 飛 2八');
    expect(say('p +r')).toBe('none');
    expect(say('p pawn')).toMatch(/Black's hand: pawn 2$/);
    expect(say('s 7')).toBe('71 White silver, 73 White pawn, 76 Black pawn, 79 Black silver');
    expect(say('s f')).toBe('76 Black pawn');
    expect([say('s 六', 'ja'), say('s 7六', 'ja')]).toEqual(['7六 先手 歩', '7六 先手 歩']);
    expect([say('s 7f'), say('s 76'), say('s 55')]).toEqual(['76 Black pawn', '76 Black pawn', 'none']);
    expect(say('h')).toBe("Black's hand: pawn 2; White's hand: none");
    expect([say('l'), say('c'), say('e'), say('?')]).toEqual(['last', 'clocks', 'none', commandWords.en.help]);
    expect(answer('p king', asked('en', EVEN_SFEN, [])).say).toBe('White king 51, Black king 59');
  });
});

import { describe, expect, it } from 'vitest';
import { applyMove, EVEN_SFEN, formatSfen, parseMove, parseSfen, samePosition, squareIndex, squareName } from './sfen.ts';

const play = (sfen: string, ...moves: string[]) => formatSfen(moves.reduce(applyMove, parseSfen(sfen)!));

describe('SFEN', () => {
  it('comes back as it was', () => {
    const positions = [
      EVEN_SFEN,
      'l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1',
      '9/9/9/9/9/9/9/9/9 b - 1',
      '4k4/9/9/9/9/9/9/9/4K4 w 2r2b4g4s4n4l18p 7',
    ];
    for (const sfen of positions) expect(formatSfen(parseSfen(sfen)!)).toBe(sfen);
  });

  it('is refused when broken', () => {
    for (const bad of ['', 'x', 'lnsgkgsnl/9/9', 'lnsgkgsnll/9/9/9/9/9/9/9/9 b - 1', '9/9/9/9/9/9/9/9/9 b 3K 1', '8/9/9/9/9/9/9/9/9 b - 1']) {
      expect(parseSfen(bad), bad).toBeNull();
    }
  });

  it('is read with the words that USI puts before it', () => {
    expect(formatSfen(parseSfen(`position sfen ${EVEN_SFEN}`)!)).toBe(EVEN_SFEN);
  });

  it('names all squares both ways', () => {
    for (let i = 0; i < 81; i++) expect(squareIndex(squareName(i))).toBe(i);
    expect(squareName(0)).toBe('9a');
    expect(squareIndex('0a')).toBe(-1);
    expect(squareIndex('5j')).toBe(-1);
  });
});

describe('moves', () => {
  it('are read', () => {
    expect(parseMove('7g7f')).toEqual({ from: squareIndex('7g'), drop: null, to: squareIndex('7f'), promote: false });
    expect(parseMove('P*5e')).toEqual({ from: null, drop: 'P', to: squareIndex('5e'), promote: false });
    expect(parseMove('K*5e')).toBeNull();
    expect(parseMove('7g')).toBeNull();
  });

  it('change the position', () => {
    expect(play(EVEN_SFEN, '7g7f', '3c3d', '8h2b+')).toBe(
      'lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4',
    );
    expect(play(EVEN_SFEN, '7g7f', '3c3d', '8h2b+', '3a2b', 'B*5e')).toBe(
      'lnsgkg1nl/1r5s1/pppppp1pp/6p2/4B4/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6',
    );
  });

  it('do not depend on the number of the move', () => {
    expect(samePosition(EVEN_SFEN, EVEN_SFEN.replace(/1$/, '9'))).toBe(true);
    expect(samePosition(EVEN_SFEN, EVEN_SFEN.replace(' b ', ' w '))).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { fileProblems, warningText } from './fileProblems.ts';
import type { DocumentState } from './protocol.ts';

const BROKEN = 'line 26, column 1: move 23 `５五竜(59)`: illegal move: there is no piece on 5i; the moves before it are kept';
const ODD = 'line 3, column 1: `whatever` is not a header, move or comment';
const opened = (warnings: string[], plies: number, value = '羽生善治') =>
  ({ warnings, info: { title: 'a.kif', plies }, headers: [{ key: '先手', value }], nodes: [] }) as unknown as DocumentState;

describe('problems of a file', () => {
  it('are reported where moves are missing, text is garbled or nothing was understood', () => {
    expect(fileProblems(opened([], 23))).toBeNull();
    expect(fileProblems(opened([ODD], 23))).toBeNull();
    expect(fileProblems(opened([ODD, BROKEN], 22))).toEqual({ first: BROKEN, count: 2, garbled: false, noMoves: false });
    expect(fileProblems(opened([ODD], 0))).toMatchObject({ noMoves: true });
    expect(fileProblems(opened([], 40, '鄒ｽ逕溷埋豐ｻ繧繝'))).toMatchObject({ garbled: true });
    expect(fileProblems(opened([], 40, 'a\uFFFDb'))).toMatchObject({ garbled: true });
  });

  it('have Japanese words on a Japanese page', () => {
    expect(warningText(BROKEN, 'ja')).toBe('26行目: 23手目「５五竜(59)」: 指せない手です。その前までの手を読み込みました');
    expect(warningText(ODD, 'ja')).toBe('3行目: 「whatever」は見出し・指し手・コメントのどれでもありません');
    expect(warningText(ODD, 'en')).toBe(ODD);
  });
});

import { describe, expect, it } from 'vitest';
import { errorText } from './errors.ts';

describe('errors of the server', () => {
  it('are said in Japanese on a Japanese page', () => {
    const said = (code: Parameters<typeof errorText>[0], message: string) => errorText(code, message, 'ja');
    expect(said('wrong_state', 'the game is over')).toBe('今はできません: 対局は終わっています');
    expect(said('bad_position', 'SFEN board: 2 ranks instead of 9')).toBe('局面が正しくありません: SFENの盤が9段でなく2段です');
    expect(said('bad_position', 'white has two kings, on 5a and 4a')).toBe('局面が正しくありません: 後手に玉が二つあります(5一と4一)');
    expect(said('bad_position', '3 rooks on the board and in the hands, a set has 2')).toContain('飛が3枚');
    expect(said('bad_record', 'line 12, column 3: something new')).toBe('棋譜として読めません(12行目)');
    expect(said('engine', 'whatever')).not.toMatch(/[a-z]/i);
    expect(errorText('engine', 'whatever', 'en')).toBe('whatever');
  });
});

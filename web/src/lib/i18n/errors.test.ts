import { describe, expect, it } from 'vitest';
import { errorText, failureText, noticeText } from './errors.ts';

describe('errors of the server', () => {
  it('are said in Japanese on a Japanese page', () => {
    const said = (code: Parameters<typeof errorText>[0], message: string) => errorText(code, message, 'ja');
    expect(said('wrong_state', 'the game is over')).toBe('今はできません: 対局は終わっています');
    expect(said('bad_position', 'SFEN board: 2 ranks instead of 9')).toBe('局面が正しくありません: SFENの盤が9段でなく2段です');
    expect(said('bad_position', 'white has two kings, on 5a and 4a')).toBe('局面が正しくありません: 後手に玉が二つあります(5一と4一)');
    expect(said('bad_position', '3 rooks on the board and in the hands, a set has 2')).toContain('飛が3枚');
    expect(said('bad_record', 'line 12, column 3: something new')).toBe('棋譜として読めません(12行目)');
    expect(said('engine', 'whatever')).not.toMatch(/[a-z]/i);
    expect(said('storage', 'the disk is full; the change is not saved: make room and try again')).toMatch(/^保存できません: ディスクの空き/);
    expect(errorText('engine', 'whatever', 'en')).toBe('whatever');
  });
});

it('says in Japanese why a job failed, where it can', () => {
  expect(failureText('the analysis is not saved: disk full', 'ja')).toBe('解析結果を保存できません（disk full）');
  expect(failureText('/a/b: not found', 'ja')).toBe('/a/b: not found');
  expect(failureText('the analysis is not saved: disk full', 'en')).toBe('the analysis is not saved: disk full');
});

it('says what became of a damaged library in Japanese', () => {
  const text =
    'The library was damaged (file is not a database). It was kept as /a b/zenpuku.damaged-1.db. Nothing could be read of it: a new one was begun. ' +
    '12 games and 3 records that were missing were restored from the backup /a b/backups/2024-05-03-zenpuku.db; those deleted since that day are back.';
  expect(noticeText(text, 'en')).toBe(text);
  const said = noticeText(text, 'ja');
  expect(said).toContain('/a b/zenpuku.damaged-1.db');
  expect(said).toContain('対局12局と棋譜3件はバックアップ /a b/backups/2024-05-03-zenpuku.db から復元しました');
  expect(said).not.toMatch(/library|missing|backup /);
  const saved = 'The library was damaged (x). It was kept as /a.db. 5 games and 0 records were copied into a new one; 7 entries could not be read. There is no good backup.';
  expect(noticeText(saved, 'ja')).toMatch(/5局.*7件.*使えるバックアップはありません。$/);
});

import { describe, expect, it } from 'vitest';
import { faultJa } from './engineFaults.ts';

describe('failures of engines', () => {
  it('name the engine and what happened', () => {
    expect(faultJa('the engine X 1.0 failed while starting: /a/b is not executable')).toBe(
      'エンジン「X 1.0」: 起動できません。/a/b は実行できるファイルではありません。',
    );
    expect(faultJa('the engine X failed while thinking: illegal move 7g7e in 9/9 b - 1')).toContain('反則手 7g7e');
    expect(faultJa('the engine X failed after `stop`: no answer within 5000 ms')).toContain('5秒');
    expect(
      faultJa('the engine X failed while starting: X did not answer `usi` with `usiok` within 10 s; it wrote `? unknown`'),
    ).toContain('出力: ? unknown');
    expect(faultJa('the engine X failed while loading: it has ended, exit status: 3; stderr: no file')).toContain('異常終了しました（exit status: 3');
    expect(faultJa('the engine G 1 failed while thinking: G did not answer `genmove b` in its time')).toContain('genmove bに応答がありません');
    expect(faultJa('the engine G 1 failed while thinking: G refused `boardsize 25`: unacceptable size')).toContain('boardsize 25を受け付けません（unacceptable size）');
    expect(faultJa('the engine G 1 failed while thinking: G answered `genmove b` with `hello`: `hello` is not a point')).toContain('応答「hello」を読めません');
    expect(faultJa('the engine X failed while starting: /x: No such file or directory (os error 2)')).toContain('/x がありません');
  });

  it('leave other texts alone', () => {
    expect(faultJa('the game is over')).toBeNull();
  });
});

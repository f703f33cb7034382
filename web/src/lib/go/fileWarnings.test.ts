import { describe, expect, it } from 'vitest';
import { sgfWarningText } from './fileWarnings.ts';

describe('warnings of an SGF file', () => {
  it.each([
    ['SGF, byte 40: White at D4: the point is occupied', '白D4は打てない手です（石のある点です）'],
    ['SGF, byte 9: HA[2] without KM: komi is 0.5, as in handicap games', '2子の置き碁でコミの指定がないため、コミ0.5とします'],
    ['SGF, byte 0: the file names no encoding (CA): read as Shift_JIS', '文字コード（CA）の指定がないため、Shift_JISとして読み込みました'],
    ['SGF, byte 3: KM[375] is read as a komi of 3.5', 'KM[375]をコミ3.5として読み込みました'],
    ['179 more warnings of this game are not shown', 'ほかに179件の警告があります'],
  ])('%s', (warning, japanese) => {
    expect(sgfWarningText(warning, 'ja')).toBe(japanese);
    expect(sgfWarningText(warning, 'en')).toBe(warning);
  });

  it('keep what has no Japanese words', () => {
    expect(sgfWarningText('SGF, byte 3: something new', 'ja')).toBe('something new');
  });
});

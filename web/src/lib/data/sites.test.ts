import { describe, expect, it } from 'vitest';
import { recordPlace } from './sites.ts';

const FLOODGATE = 'wdoor.c.u-tokyo.ac.jp/shogi';
const GAME = '2021/08/10/wdoor+floodgate-300-10F+gikou2_1c+nibanshibori_p3200+20210810220007.csa';

describe('addresses of games', () => {
  it.each([
    ['https://lishogi.org/ZY2Tyy2d', 'lishogi', 'https://lishogi.org/game/export/ZY2Tyy2d'],
    ['https://lishogi.org/ZY2Tyy2d/gote#12', 'lishogi', 'https://lishogi.org/game/export/ZY2Tyy2d'],
    ['https://lishogi.org/ZY2Tyy2dAbCd', 'lishogi', 'https://lishogi.org/game/export/ZY2Tyy2d'],
    ['https://lishogi.org/study/aaaabbbb/ccccdddd', 'lishogi', 'https://lishogi.org/study/aaaabbbb/ccccdddd.kif'],
    ['https://lishogi.org/@/someone', 'lishogi', null],
    ['https://online-go.com/game/12345678', 'OGS', 'https://online-go.com/api/v1/games/12345678/sgf'],
    [`http://${FLOODGATE}/view/${GAME}`, 'floodgate', `http://${FLOODGATE}/x/${GAME}`],
    [`http://${FLOODGATE}/LATEST//${GAME}`, 'floodgate', `http://${FLOODGATE}/x/${GAME}`],
    [
      `http://${FLOODGATE}/view/index.cgi?csa=${encodeURIComponent(`http://${FLOODGATE}/x/${GAME}`)}&move_to=102`,
      'floodgate',
      `http://${FLOODGATE}/x/${GAME}`,
    ],
    [`http://${FLOODGATE}/view/index.cgi?csa=javascript:alert(1)`, 'floodgate', null],
    ['https://system.81dojo.com/ja/kifus/1234567', '81Dojo', 'https://system.81dojo.com/kifus/1234567/download_kif.kif'],
    ['http://81dojo.com/kifuviewer_jp.html?kid=1234567', '81Dojo', 'https://system.81dojo.com/kifus/1234567/download_kif.kif'],
    ['https://81dojo.com/kifuviewer_jp.html?kid=../x', '81Dojo', null],
    ['https://shogiwars.heroz.jp/games/alice-bob-20200927_180900?tw=1', 'Shogi Wars', null],
    ['https://example.com/game.kif', 'example.com', null],
  ])('%s', (text, site, link) => {
    expect(recordPlace(text)).toEqual({ site, link });
  });
});

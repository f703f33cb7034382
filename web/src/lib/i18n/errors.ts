// The server's English messages in the language of the page.

import type { ErrorBody } from '../protocol.ts';
import type { Lang } from '../shogi/notation.ts';
import { faultJa } from './engineFaults.ts';

type Code = ErrorBody['code'] | 'lost';

const KINDS: Record<Code, string> = {
  bad_message: 'この操作は受け付けられません',
  bad_hello: 'ページと全幅の版が合いません',
  not_found: '見つかりません',
  bad_record: '棋譜として読めません',
  bad_position: '局面が正しくありません',
  illegal_move: '指せない手です',
  bad_value: '値が範囲外です',
  wrong_state: '今はできません',
  stale: '内容が変わっています。もう一度試してください',
  too_large: '大きすぎます',
  busy: '処理が多すぎます。しばらくしてから試してください',
  forbidden: '許可されていません',
  storage: '保存できません',
  engine: 'エンジンの処理に失敗しました',
  lost: '全幅につながりません',
};

const COLOURS: Record<string, string> = { Black: '先手', White: '後手', black: '先手', white: '後手' };
const PIECES: Record<string, string> = {
  pawn: '歩',
  lance: '香',
  knight: '桂',
  silver: '銀',
  gold: '金',
  bishop: '角',
  rook: '飛',
  king: '玉',
  'promoted pawn': 'と',
  'promoted lance': '成香',
  'promoted knight': '成桂',
  'promoted silver': '成銀',
  horse: '馬',
  dragon: '龍',
};
const colour = (name: string) => COLOURS[name] ?? name;
const piece = (name: string) => PIECES[name] ?? name;
const square = (usi: string) =>
  /^[1-9][a-i]$/.test(usi) ? `${usi[0]}${'一二三四五六七八九'['abcdefghi'.indexOf(usi[1]!)]}` : usi;

/** Whole messages, and how they are said in Japanese. */
const MESSAGES: [RegExp, (...parts: string[]) => string][] = [
  [/^the game is over$/, () => '対局は終わっています'],
  [/^it is the engine's turn$/, () => 'エンジンの手番です'],
  [/^there is no move to take back$/, () => '待ったできる手がありません'],
  [/^there is no move to give a hint for$/, () => 'ヒントを出せる手番ではありません'],
  [/^the name of an engine has 1 to (\d+) characters$/, (most) => `エンジンの名前は1～${most}文字です`],
  [/^`(.*)` is not a value of the option (.+)$/, (value, option) => `「${value}」は${option}に設定できません`],
  [/^the side to move has no legal move$/, () => '手番の側に指せる手がありません'],
  [/^nothing can be played from there$/, () => 'そこからは指せません'],
  [/^too many (requests|questions) at once$/, () => '一度に頼む数が多すぎます'],
  [/^the analysis is not saved: (.*)$/, (why) => `解析結果を保存できません（${why}）`],
  [/^the document has no node \d+ any more$/, () => '解析する手が削除されています'],
  [/^there is no experiment (.+)$/, (name) => `実験「${name}」はありません`],
  [/^the search was stopped$/, () => '探索は中止されました'],
  [/^(\d+) jobs wait already$/, (n) => `待っている処理がすでに${n}件あります`],
  [/^(\d+) games are already running$/, (n) => `すでに${n}局が進行中です`],
  [/^the file is empty; a game record was expected$/, () => 'ファイルが空です'],
  [
    /^the file has (\d+) bytes, more than the limit of (\d+)$/,
    (size, limit) => `${size}バイトあり、上限の${limit}バイトを超えています`,
  ],
  [/^the file has more than (\d+) moves$/, (limit) => `指し手が上限の${limit}手を超えています`],
  [
    /^this is not a KIF, KI2, CSA, JKF, SFEN, hcpe or psv record: .*$/,
    () => 'KIF・KI2・CSA・JKF・SFENのどれでもありません',
  ],
  [/^SFEN ends before its field `(.+)`$/, (field) => `SFENが「${field}」の前で終わっています`],
  [/^SFEN board: (\d+) ranks instead of 9$/, (ranks) => `SFENの盤が9段でなく${ranks}段です`],
  [
    /^SFEN board, rank (\d): (\d+) squares instead of 9$/,
    (rank, squares) => `SFENの盤の${rank}段目が9マスでなく${squares}マスです`,
  ],
  [
    /^SFEN .+, character (\d+): `(.+)` is not a piece$/,
    (at, found) => `SFENの${at}文字目の「${found}」は駒ではありません`,
  ],
  [
    /^SFEN side to move: `(.+)` is neither `b` nor `w`$/,
    (side) => `SFENの手番「${side}」はbでもwでもありません`,
  ],
  [/^(black|white) has no king$/i, (side) => `${colour(side)}に玉がありません`],
  [
    /^(black|white) has two kings, on (\S+) and (\S+)$/i,
    (side, a, b) => `${colour(side)}に玉が二つあります(${square(a)}と${square(b)})`,
  ],
  [
    /^(\d+) (.+)s on the board and in the hands, a set has (\d+)$/,
    (count, kind, set) => `${piece(kind)}が${count}枚あります(本来は${set}枚)`,
  ],
  [/^(black|white) has two pawns on file (\d)$/i, (side, file) => `${colour(side)}の${file}筋が二歩です`],
  [/^two pawns on file (\d)$/, (file) => `${file}筋が二歩です`],
  [
    /^the (\S+) (.+) on (\S+) can never move$/,
    (side, kind, at) => `${square(at)}の${colour(side)}の${piece(kind)}は行き所がありません`,
  ],
  [
    /^(\S+) is to move and could take the king on (\S+) with the piece on (\S+)$/,
    (side, king) => `${colour(side)}の手番で、${square(king)}の玉が取れます`,
  ],
  [/^`(.+)` is not a move$/, (text) => `「${text}」は指し手ではありません`],
  [/^there is no piece on (\S+)$/, (at) => `${square(at)}に駒がありません`],
  [/^there is no (.+) in hand$/, (kind) => `${piece(kind)}は持駒にありません`],
  [/^the pawn drop on (\S+) would mate$/, (at) => `${square(at)}への歩打ちは打ち歩詰めです`],
  [/^the king on (\S+) would be taken from (\S+)$/, (king) => `${square(king)}の玉が取られます`],
  [/^no mate problem: there is no mate$/, () => '詰みのない局面です'],
  [/^no mate problem: it was not solved in the time allowed$/, () => '時間内に解けませんでした'],
  [
    /^no mate problem found: (.+), line (\d+): .*$/,
    (file, line) => `詰将棋がありません(${file} ${line}行目)`,
  ],
  [/^no mate problem found: (.+?): .*$/, (file) => `詰将棋がありません(${file})`],
  [/^this is the start of a game, no problem$/, () => '対局の開始局面で、詰将棋ではありません'],
  [/^the defender has no king$/, () => '玉方に玉がありません'],
  [/^JSON: a text field `sfen` is expected$/, () => 'JSONに文字列の項目sfenがありません'],
  [/^JSON: .* at line \d+ column (\d+)$/, (column) => `JSONとして読めません(${column}文字目)`],
  [/^a set has at most (\d+) problems$/, (most) => `問題集は${most}問までです`],
  [/^text in UTF-8 is expected$/, () => 'UTF-8の文字として読めません'],
  [/^openings, line (\d+): move (\d+) \((.+)\) is not legal$/, (line, at, usi) => `開始局面の${line}行目：${at}手目（${usi}）は指せません`],
  [/^openings, line (\d+): the game is over after its moves$/, (line) => `開始局面の${line}行目：すでに終局しています`],
  [/^openings, line (\d+): .*$/, (line) => `開始局面の${line}行目：局面として読めません`],
  [/^openings, no opening in the file$/, () => '開始局面がありません'],
  [/^no game of shogi among those chosen has more than (\d+) moves$/, (plies) => `選んだ棋譜に${plies}手を超える将棋の対局がありません`],
  [/^the number of games for openings is (\d+), but .* from \d+ to (\d+)$/, (n, most) => `開始局面に使う棋譜は1～${most}局です（現在${n}局）`],
  [/^SPRT: ELO0 must be below ELO1$/, () => 'SPRT：H0のEloはH1より小さくしてください'],
  [/^the disk is full; .*$/, () => 'ディスクの空きがありません。変更は保存されていません。空きを作ってからもう一度試してください'],
  [/^the library cannot be written; .*$/, () => 'ライブラリに書き込めません。データフォルダの権限を確かめてください'],
  [/^another program uses the library; .*$/, () => 'ほかのプログラムがライブラリを使用中です。終了してからもう一度試してください'],
  [/^the disk reports an error; .*$/, () => 'ディスクのエラーです。ディスクを確かめてからもう一度試してください'],
  [/^(.+) is watched already$/, (path) => `${path} はすでに監視中です`],
  [/^(\d+) folders are watched; remove one first$/, (n) => `監視できるフォルダは${n}個までです`],
  [/^a game has at most (\d+) tags$/, (most) => `タグは一局に${most}個までです`],
  [/^the name of a tag has 1 to (\d+) characters in one line$/, (most) => `タグの名前は改行なしの${most}文字までです`],
  [/^a note has at most (\d+) characters$/, (most) => `メモは${most}文字までです`],
  [
    /^there is no (document|node|game|job|sample|upload|book) (\d+)$/,
    (_, id) => `番号${id}のものはもうありません`,
  ],
];

/** The server's messages at its start about a damaged library. */
const NOTICES: [RegExp, (...parts: string[]) => string][] = [
  [
    /The library was damaged \((.*)\)\. It was kept as (.+?\.db)\. /,
    (why, path) => `棋譜ライブラリが壊れていました（${why}）。元のファイルは ${path} に残してあります。`,
  ],
  [
    /Nothing could be read of it: a new one was begun\./,
    () => '読み取れるデータがなかったため、新しく作り直しました。',
  ],
  [
    /(\d+) games and (\d+) records were copied into a new one; (\d+) entries could not be read\./,
    (games, records, lost) =>
      `対局${games}局と棋譜${records}件を新しいライブラリに移しました。読み取れなかったデータは${lost}件です。`,
  ],
  [
    / (\d+) games and (\d+) records that were missing were restored from the backup (.+?\.db); those deleted since that day are back\./,
    (games, records, path) =>
      `足りない対局${games}局と棋譜${records}件はバックアップ ${path} から復元しました。その日より後に削除したものも戻っています。`,
  ],
  [/ There is no good backup\./, () => '使えるバックアップはありません。'],
];

/** A notice of the server in the language of the page; sentences without a translation stay. */
export const noticeText = (text: string, lang: Lang): string =>
  lang !== 'ja'
    ? text
    : NOTICES.reduce(
        (said, [pattern, say]) => said.replace(pattern, (_, ...parts: string[]) => say(...parts)),
        text,
      );

/** The Japanese of a whole message; null for one that is not known. */
function messageJa(message: string): string | null {
  for (const [pattern, say] of MESSAGES) {
    const found = pattern.exec(message);
    if (found) return say(...found.slice(1));
  }
  return null;
}

/** Why a job failed, in the language of the page where that can be said. */
export const failureText = (message: string, lang: Lang): string =>
  lang === 'ja' ? (faultJa(message) ?? messageJa(message) ?? message) : message;

/** The displayed text of an error: its kind, and details if they can be translated. */
export function errorText(code: Code, message: string, lang: Lang): string {
  // The page's own messages are in its language already.
  if (lang !== 'ja' || /[ぁ-んァ-ン]/.test(message)) return message;
  const fault = faultJa(message);
  if (fault !== null) return fault;
  const kind = KINDS[code] ?? '失敗しました';
  const said = messageJa(message);
  if (said !== null) return `${kind}: ${said}`;
  // A line of a file helps in any language.
  const place = /\bline (\d+)/.exec(message);
  return place ? `${kind}(${place[1]}行目)` : kind;
}

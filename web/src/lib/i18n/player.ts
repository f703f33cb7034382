// Words of a player's page: one sentence for each figure.

import type { PlayerScore } from '../protocol.ts';

/** Share of the points, in per cent, a draw being half of one; null without results. */
export function rateOf({ wins, draws, losses }: PlayerScore): number | null {
  const decided = wins + draws + losses;
  return decided === 0 ? null : Math.round(((wins + draws / 2) / decided) * 100);
}

/** Games with a known result. */
export const decidedOf = ({ wins, draws, losses }: PlayerScore): number => wins + draws + losses;

const shareEn = (score: PlayerScore) => {
  const rate = rateOf(score);
  return rate === null ? 'no game with a known result' : `${rate} % of ${decidedOf(score)} ${decidedOf(score) === 1 ? 'game' : 'games'}`;
};
const shareJa = (score: PlayerScore) => {
  const rate = rateOf(score);
  return rate === null ? '結果の分かる対局なし' : `${decidedOf(score)}局で勝率${rate}％`;
};

export const playerEn = {
  title: 'Player',
  pick: 'Name of a player',
  show: 'Show',
  back: 'Back to the library',
  frequent: 'Most games',
  nobody: 'The library has no game of this player.',
  spellings: (names: string[]) => `Spellings counted together: ${names.join(', ')}.`,
  mine: 'These are my games',
  mineAdded: 'The name was added to your names in the settings.',
  myNames: 'My names',
  myNamesHint: 'Your names as your records spell them, one per line. Spaces and letter case do not matter.',
  myNamesWhy: 'The mistakes of your own games become problems. Which players are you?',
  namesFound: 'Players in your library',
  save: 'Save',
  later: 'Later',
  toGames: 'Show the games',
  columns: {
    games: 'Games',
    won: 'Won',
    lost: 'Lost',
    drawn: 'Drawn',
    rate: 'Score',
  },
  score: (s: PlayerScore) => {
    const open = s.games - decidedOf(s);
    const known = `${s.games} ${s.games === 1 ? 'game' : 'games'}: ${s.wins} won, ${s.losses} lost, ${s.draws} drawn`;
    return `${known}${open > 0 ? `, ${open} with an unknown result` : ''}.`;
  },
  sides: 'Colour',
  sidesSaid: (black: PlayerScore, white: PlayerScore) => `As Black: ${shareEn(black)}. As White: ${shareEn(white)}.`,
  openings: 'Openings',
  most: (name: string, s: PlayerScore) => `Most often: ${name}, ${shareEn(s)}.`,
  strongest: (list: [string, PlayerScore][]) =>
    `Above the average of all games: ${list.map(([name, s]) => `${name} (${shareEn(s)})`).join(', ')}.`,
  weakest: (list: [string, PlayerScore][]) =>
    `Below the average of all games: ${list.map(([name, s]) => `${name} (${shareEn(s)})`).join(', ')}.`,
  tooFew: 'Strong and weak openings are named from five games with a result on.',
  castles: 'Castles',
  handicaps: 'Handicap',
  even: 'Even game',
  times: 'Time control',
  opponents: 'Opponents',
  mistakes: 'Mistakes',
  none: 'No game of this player has been analysed. Select games in the library and choose “Analyse”.',
  phasesHint: 'The middle game begins when a piece other than a pawn or bishop is taken, or when one of them promotes; the endgame when two pieces of one side are within two squares of the opponent’s king.',
  phaseColumns: {
    phase: 'Phase',
    moves: 'Moves',
    loss: 'Loss a move',
    classes: ['Inaccuracies', 'Dubious', 'Mistakes', 'Blunders'],
  },
  worst: (phase: string, loss: string, games: number) =>
    `In ${games === 1 ? '1 analysed game' : `${games} analysed games`} the largest loss is in this phase: ${phase}, ${loss} on average.`,
  course: 'Over time',
  measures: {
    whole: 'All moves',
    errors: 'Mistakes and blunders',
  },
  trend: (now: string, before: string) => `The latest ten analysed games: ${now} on average; the ten before: ${before}.`,
  mean: (value: string, n: number) => (n === 1 ? `One analysed game: ${value}.` : `${n} analysed games: ${value} on average.`),
  loss: (percent: string) => `${percent} % of the winning chances a move`,
  count: (n: string) => `${n} a game`,
  plotHint: 'Each point is an analysed game, in the order of their dates. Click one to open it.',
  plot: 'Analysed games in the order of their dates. Arrow keys choose a game, Enter opens it.',
  results: {
    won: 'won',
    lost: 'lost',
    drawn: 'drawn',
    open: 'result unknown',
  },
  against: (name: string) => (name ? `against ${name}` : ''),
  open: 'Open the game',
  running: 'Line: average of ten games.',
};

export const playerJa: typeof playerEn = {
  title: '対局者の成績',
  pick: '対局者名',
  show: '表示',
  back: 'ライブラリへ戻る',
  frequent: '対局数の多い順',
  nobody: 'この対局者の棋譜はライブラリにありません。',
  spellings: (names) => `次の表記をまとめて集計しています: ${names.join('、')}`,
  mine: '自分の棋譜として登録',
  mineAdded: '設定の「自分の名前」に追加しました。',
  myNames: '自分の名前',
  myNamesHint: '棋譜に出てくる名前を1行に1つずつ書きます。空白や大文字・小文字の違いは区別しません。',
  myNamesWhy: '自分の対局の悪手を出題します。棋譜での自分の名前を選んでください。',
  namesFound: 'ライブラリの対局者',
  save: '保存',
  later: '後で',
  toGames: '棋譜を見る',
  columns: {
    games: '局数',
    won: '勝',
    lost: '負',
    drawn: '分',
    rate: '勝率',
  },
  score: (s) => {
    const open = s.games - decidedOf(s);
    return `${s.games}局 ${s.wins}勝${s.losses}敗${s.draws > 0 ? `${s.draws}分` : ''}${open > 0 ? `（結果不明${open}局）` : ''}`;
  },
  sides: '先後別',
  sidesSaid: (black, white) => `先手番は${shareJa(black)}、後手番は${shareJa(white)}です。`,
  openings: '戦型',
  most: (name, s) => `最も多いのは${name}で、${shareJa(s)}です。`,
  strongest: (list) => `平均より勝っている戦型: ${list.map(([name, s]) => `${name}（${shareJa(s)}）`).join('、')}`,
  weakest: (list) => `平均より負けている戦型: ${list.map(([name, s]) => `${name}（${shareJa(s)}）`).join('、')}`,
  tooFew: '得意・苦手な戦型は、結果の分かる対局が5局以上ある戦型だけを挙げます。',
  castles: '囲い',
  handicaps: '手合割',
  even: '平手',
  times: '持ち時間',
  opponents: '対戦相手',
  mistakes: '悪手',
  none: 'まだ解析した対局がありません。ライブラリで棋譜を選び、「解析」を押してください。',
  phasesHint: '歩と角以外の駒が取られるか成るまでを序盤、その後、敵の駒2枚が玉から2マス以内に近づくまでを中盤、それ以降を終盤としています。',
  phaseColumns: {
    phase: '段階',
    moves: '手数',
    loss: '一手平均の損',
    classes: ['緩手', '疑問手', '悪手', '大悪手'],
  },
  worst: (phase, loss, games) => `解析した${games}局で最も損が大きいのは${phase}で、平均で${loss}を失っています。`,
  course: '推移',
  measures: {
    whole: '全体',
    errors: '悪手・大悪手の数',
  },
  trend: (now, before) => `最近10局の平均は${now}、その前の10局は${before}です。`,
  mean: (value, n) => `解析した${n}局の平均は${value}です。`,
  loss: (percent) => `一手あたり勝率${percent}％`,
  count: (n) => `一局${n}回`,
  plotHint: '点は解析した対局で、日付順に並んでいます。押すと棋譜を開けます。',
  plot: '解析した対局を日付順に並べています。矢印キーで選び、Enterで開きます。',
  results: {
    won: '勝ち',
    lost: '負け',
    drawn: '引き分け',
    open: '結果不明',
  },
  against: (name) => (name ? `対${name}` : ''),
  open: '棋譜を開く',
  running: '線は10局の移動平均です。',
};

export const playerWords = { en: playerEn, ja: playerJa };

// Words of the room Play that other rooms do not need.

const en = {
  rematch: 'Rematch',
  adjourn: 'Adjourn',
  adapts: 'One level up after a win, one down after a loss',
  opening: 'Opening it likes',
  castle: 'Castle it likes',
  any: 'Any',
  options: 'Options of games',
  values: 'Show the evaluation',
  knock: 'Sound of pieces',
  ticks: 'Ticks in the last ten seconds',
  voice: 'Byoyomi read aloud',
  clocks: {
    none: 'No clock',
    sudden: 'Sudden death',
    byoyomi: 'Byoyomi',
    canadian: 'Canadian',
    fischer: 'Fischer',
  },
  minutes: 'Main time (min)',
  seconds: {
    byoyomi: 'A move (s)',
    canadian: 'A period (s)',
    fischer: 'Increment (s)',
  } as Record<string, string>,
  moves: 'Moves a period',
  otherTimes: 'Other times for the opponent',
  entering: 'Entering king',
  rules: {
    points27: '27 points',
    points24: '24 points',
    try: 'Try rule',
    none: 'No rule',
  },
};

export type PlayWords = typeof en;

const ja: PlayWords = {
  rematch: '再戦',
  adjourn: '指し掛け',
  adapts: '勝てば一段上、負ければ一段下の相手にする',
  opening: '相手の戦法',
  castle: '相手の囲い',
  any: 'おまかせ',
  options: '対局の設定',
  values: '評価値を表示',
  knock: '駒音',
  ticks: '残り10秒の秒音',
  voice: '秒読みの読み上げ',
  clocks: {
    none: 'なし',
    sudden: '切れ負け',
    byoyomi: '秒読み',
    canadian: 'カナダ式',
    fischer: 'フィッシャー',
  },
  minutes: '持ち時間(分)',
  seconds: {
    byoyomi: '秒読み(秒)',
    canadian: '一区切り(秒)',
    fischer: '加算(秒)',
  },
  moves: '一区切りの手数',
  otherTimes: '相手の持ち時間を変える',
  entering: '入玉',
  rules: {
    points27: '27点法',
    points24: '24点法',
    try: 'トライルール',
    none: 'なし',
  },
};

export const playWords = { en, ja };

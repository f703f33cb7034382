// Words of the refutation of a move, played against the user's defences.

const en = {
  begin: 'Try a defence',
  asking: 'Looking for the answer …',
  yours: (side: string) => `${side} to move: choose a defence on the board.`,
  mateIn: (plies: number) => (plies === 1 ? 'Mate.' : `Mate in ${plies}.`),
  gain: (pawns: string) => `Material so far: ${pawns} (in pawns)`,
  reachedGain: 'The gain is kept: no capture takes it back.',
  noAnswer: 'This defence has no answer: it is mate.',
  back: 'Take back the defence',
  tried: 'Tried here',
  saveProof: 'Save the proof of the mate',
  claim: 'Claim',
};

const ja: typeof en = {
  begin: '受けてみる',
  asking: '応手を調べています…',
  yours: (side) => `${side}番です。受けの手を盤上で選んでください。`,
  mateIn: (plies) => (plies === 1 ? '詰みです。' : `${plies}手詰めです。`),
  gain: (pawns) => `ここまでの駒の損得: ${pawns}（歩の枚数に換算）`,
  reachedGain: '駒得が確定しました。取り返す手はありません。',
  noAnswer: 'この受けで逆に詰んでいます。',
  back: '受けを選び直す',
  tried: 'ここで試した受け',
  saveProof: '詰みの証明を保存',
  claim: '主張',
};

export const defendWords = { en, ja };

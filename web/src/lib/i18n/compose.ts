// Words of the judgement of a mate problem that is composed.

export const composeEn = {
  judge: 'Check as a mate problem after every change',
  searching: 'Searching …',
  looking: 'Searching for other solutions …',
  sound: 'Sound: there is no other solution.',
  cooked: 'Cooked: there is another solution.',
  open: (n: number) =>
    n === 0
      ? 'The check is incomplete.'
      : n === 1
        ? '1 other check is undecided.'
        : `${n} other checks are undecided.`,
  other: (ply: number, mv: string, plies: number) => `Ply ${ply}: ${mv} mates too, in ${plies}.`,
  tolerated: '(allowed by convention)',
  leftOver: (pieces: string[]) => `Left in hand at the end: ${pieces.join(', ')}.`,
  spare: (places: string[]) => `Not needed: ${places.join(', ')}.`,
  spareOpen: 'It is undecided for some pieces whether they are needed.',
  inHand: (piece: string) => `${piece} in hand`,
};

export const composeJa: typeof composeEn = {
  judge: '動かすたびに詰将棋として検査する',
  searching: '探索中…',
  looking: '余詰を探しています…',
  sound: '余詰はありません。完全作です。',
  cooked: '余詰があります。',
  open: (n) => (n === 0 ? '検査は途中までです。' : `未判定の王手が${n}つあります。`),
  other: (ply, mv, plies) => `${ply}手目${mv}でも${plies}手で詰みます。`,
  tolerated: '（慣例では許容）',
  leftOver: (pieces) => `詰め上がりの持駒: ${pieces.join('・')}。`,
  spare: (places) => `なくても成り立つ駒: ${places.join('・')}。`,
  spareOpen: '必要かどうか判定できなかった駒があります。',
  inHand: (piece) => `持駒の${piece}`,
};

export const composeWords = { en: composeEn, ja: composeJa };

// Words of hints, which say more with each degree; shared by problems and games.

const en = {
  hintPiece: 'Hint: which piece',
  hintSquare: 'Hint: which square',
  hintMove: 'Show the move',
  hintWhy: 'Why this move',
  pieceMoves: (piece: string, at: string) => `The ${piece} on ${at} moves.`,
  pieceDrops: (piece: string) => `A ${piece} is dropped.`,
  toSquare: (at: string) => `It goes to ${at}.`,
  bestMove: (mv: string) => `Best is ${mv}.`,
  expected: 'Expected',
  nextBest: (mv: string, less: string) => `Next best: ${mv}, ${less} less.`,
  sameWorth: (mv: string) => `${mv} is about as good.`,
};

export type HintWords = typeof en;

const ja: HintWords = {
  hintPiece: 'ヒント: 動かす駒',
  hintSquare: 'ヒント: 行き先',
  hintMove: '次の一手を見る',
  hintWhy: 'なぜこの手？',
  pieceMoves: (piece, at) => `${at}の${piece}が動きます。`,
  pieceDrops: (piece) => `持駒の${piece}を打ちます。`,
  toSquare: (at) => `行き先は${at}です。`,
  bestMove: (mv) => `最善手は${mv}です。`,
  expected: '読み筋',
  nextBest: (mv, less) => `次善は${mv}（勝率${less}減）。`,
  sameWorth: (mv) => `${mv}もほぼ互角です。`,
};

export const hintWords = { en, ja };

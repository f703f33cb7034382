// Kinds of mistakes by the motif of the first proved reason.

export const motifsEn = {
  missed_mate: 'Missed mate',
  mate: 'Mate',
  sudden_death: 'Sudden mate',
  threatmate: 'Threatmate',
  brinkmate: 'Brinkmate',
  hanging_piece: 'Hanging piece',
  bad_exchange: 'Bad exchange',
  fork: 'Fork',
  knight_fork: 'Knight fork',
  splitting_silver: 'Splitting silver',
  check_and_rook: 'Check and rook',
  skewer: 'Skewer',
  pin: 'Pin',
  discovered_attack: 'Discovered attack',
  trapped_piece: 'Trapped piece',
  removing_guard: 'Removed guard',
  breakthrough: 'Breakthrough',
  wins_material: 'Loss of material',
} as Record<string, string>;

export const motifsJa: typeof motifsEn = {
  missed_mate: '詰み逃し',
  mate: '詰み',
  sudden_death: '頓死',
  threatmate: '詰めろ',
  brinkmate: '必至',
  hanging_piece: 'タダ取り',
  bad_exchange: '駒損の交換',
  fork: '両取り',
  knight_fork: 'ふんどしの桂',
  splitting_silver: '割り打ちの銀',
  check_and_rook: '王手飛車',
  skewer: '田楽刺し',
  pin: 'ピン',
  discovered_attack: '開き王手・開き当たり',
  trapped_piece: '駒が死ぬ',
  removing_guard: '守り外し',
  breakthrough: '突破',
  wins_material: '駒損',
};

export const motifWords = { en: motifsEn, ja: motifsJa };

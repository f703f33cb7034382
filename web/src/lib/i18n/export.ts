// Words of the dialog that exports games, beyond those of all rooms.

const en = {
  gif: 'Animation (GIF)',
  moves: 'Moves from here',
  making: (done: number, of: number) => `Drawing ${done} of ${of} …`,
};

const ja: typeof en = {
  gif: 'アニメーション (GIF)',
  moves: 'ここからの手数',
  making: (done, of) => `作成中 ${done}/${of}`,
};

export const exportWords = { en, ja };

// Words of the part of the settings that says how the page looks.

const en = {
  language: 'Language',
  auto: 'automatic',
  theme: 'Theme',
  light: 'light',
  dark: 'dark',
  contrast: 'Contrast',
  normal: 'normal',
  more: 'high',
  pieces: 'Pieces',
  faces: {
    one: 'one kanji',
    two: 'two kanji',
    symbols: 'international',
    letters: 'letters',
  },
  board: 'Board',
  boards: {
    plain: 'standard',
    wood: 'wood',
    paper: 'quiet',
  },
  coordinates: 'Squares',
  coordNone: 'none',
  arrows: 'Arrows of the engine',
};

export type LookWords = typeof en;

const ja: LookWords = {
  language: '言語',
  auto: '自動',
  theme: '配色',
  light: '明るい',
  dark: '暗い',
  contrast: 'コントラスト',
  normal: '普通',
  more: '高い',
  pieces: '駒',
  faces: {
    one: '一字駒',
    two: '二字駒',
    symbols: '国際駒',
    letters: '英字',
  },
  board: '盤',
  boards: {
    plain: '標準',
    wood: '木目',
    paper: '無地',
  },
  coordinates: '座標',
  coordNone: 'なし',
  arrows: 'エンジンの矢印',
};

export const lookWords = { en, ja };

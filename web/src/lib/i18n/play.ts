// Words of the room Play that other rooms do not need.

const en = {
  rematch: 'Rematch',
  adjourn: 'Adjourn',
};

export type PlayWords = typeof en;

const ja: PlayWords = {
  rematch: '再戦',
  adjourn: '指し掛け',
};

export const playWords = { en, ja };

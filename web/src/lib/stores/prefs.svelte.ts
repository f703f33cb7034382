// The user's settings of the page. Kept in the browser and, for the next port,
// in the server's settings.

import type { FaceStyle, Lang, SquareStyle } from '../shogi/notation.ts';

export interface Prefs {
  lang: Lang | 'auto';
  theme: 'auto' | 'light' | 'dark';
  contrast: 'auto' | 'normal' | 'more';
  pieces: FaceStyle;
  /** What boards are made of, in shogi and Go. */
  board: 'plain' | 'wood' | 'paper';
  /** How squares are named, next to the board and in moves; `none` hides the names next to the board. */
  coordinates: SquareStyle | 'auto' | 'none';
  graph: 'win' | 'cp';
  /** The order of the list of mistakes. */
  mistakes: 'loss' | 'move';
  arrows: boolean;
  rotate: boolean;
  /** Does the engine think about records as soon as they are opened? */
  engine: boolean;
  /** The engines that think about records, by their ids; 0 is the built-in one. */
  engines: number[];
  /** What was chosen for the last new game: the level, whether it follows the results, and the rest of the form. */
  game: { level: number; adapts: boolean };
  /** Is there a line for moves and commands below the board? */
  commands: boolean;
  /** Sounds of pieces, ticks of the last seconds, and seconds spoken. */
  knock: boolean;
  ticks: boolean;
  voice: boolean;
  /** Is the value of the position shown in games? */
  values: boolean;
  /** The opening book whose moves are marked in lists of moves; 0: none. */
  book: number;
  /** The daily list: its length, new problems a day, and whether the user's names were asked for. */
  daily: { length: number; fresh: number; asked: boolean };
}

const DEFAULTS: Prefs = {
  lang: 'auto',
  theme: 'auto',
  contrast: 'auto',
  pieces: 'one',
  board: 'plain',
  coordinates: 'auto',
  graph: 'win',
  mistakes: 'loss',
  arrows: true,
  rotate: true,
  engine: true,
  engines: [0],
  game: { level: 5, adapts: false },
  commands: false,
  knock: false,
  ticks: false,
  voice: false,
  values: false,
  book: 0,
  daily: { length: 20, fresh: 8, asked: false },
};
const KEY = 'zenpuku.prefs';

function read(): Prefs {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Prefs>) };
  } catch {
    return DEFAULTS;
  }
}

class PrefsStore {
  value = $state<Prefs>(read());
  stored = localStorage.getItem(KEY) !== null;
  /** Called for every change, to store it on the server. */
  changed: (text: string) => void = () => {};

  lang = $derived<Lang>(
    this.value.lang === 'auto' ? (navigator.language.startsWith('ja') ? 'ja' : 'en') : this.value.lang,
  );

  /** How squares are named everywhere on the page; KIF's way of writing Japanese moves stays. */
  squares = $derived.by<SquareStyle>(() => {
    const chosen = this.value.coordinates;
    if (chosen === 'auto' || chosen === 'none') return this.lang === 'ja' ? 'kanji' : 'digits';
    return chosen;
  });

  set<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
    this.value[key] = value;
    const text = JSON.stringify(this.value);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Private windows may refuse; the choice then lasts until the page is closed.
    }
    this.changed(text);
  }

  /** Adopts the server's settings if the browser has none. */
  adopt(text: string | undefined): void {
    if (this.stored || !text) return;
    try {
      Object.assign(this.value, JSON.parse(text) as Partial<Prefs>);
    } catch {
      // A damaged entry is as good as none.
    }
  }
}

export const prefs = new PrefsStore();

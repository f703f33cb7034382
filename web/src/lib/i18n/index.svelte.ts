import type { MistakeClass, Side } from '../protocol.ts';
import { prefs } from '../stores/prefs.svelte.ts';
import { en, type Words } from './en.ts';
import { ja } from './ja.ts';

class I18n {
  /** The words of the language chosen. */
  t = $derived<Words>(prefs.lang === 'ja' ? ja : en);
  side = (side: Side): string => (side === 'black' ? this.t.black : this.t.white);
  /** A colour in Go, where Japanese has its own words. */
  stone = (side: Side): string => (prefs.lang === 'ja' ? { black: '黒', white: '白' }[side] : this.side(side));
  mistake = (kind: MistakeClass): string => this.t.mistakes[kind];
  /** Words that only some rooms need, and that are loaded with them. */
  of = <T>(words: { en: T; ja: T }): T => words[prefs.lang];
}

export const i18n = new I18n();

import type { MateSolution, MistakeClass, Side } from '../protocol.ts';
import { prefs } from '../stores/prefs.svelte.ts';
import { en, type Words } from './en.ts';
import { ja } from './ja.ts';

class I18n {
  /** The words of the language chosen. */
  t = $derived<Words>(prefs.lang === 'ja' ? ja : en);
  side = (side: Side): string => (side === 'black' ? this.t.black : this.t.white);
  /** A colour in Go, where Japanese has its own words. */
  stone = (side: Side): string => (prefs.lang === 'ja' ? { black: '黒', white: '白' }[side] : this.side(side));
  /** A move of Go as people call it. */
  goMove = (mv: string): string => (mv === 'pass' ? this.t.go.pass : mv);
  mistake = (kind: MistakeClass): string => this.t.mistakes[kind];
  /** What a search for mate found. */
  mateFound = ({ verdict, plies }: Pick<MateSolution, 'verdict' | 'plies'>): string => {
    if (verdict === 'mate') return this.t.mate.mate(plies ?? 0);
    return verdict === 'nomate' ? this.t.mate.nomate : this.t.mate.unknown;
  };
}

export const i18n = new I18n();

// The name of a document in lists and tabs.

import { i18n } from '../i18n/index.svelte.ts';
import type { GameKind } from '../protocol.ts';
import { prefs } from './prefs.svelte.ts';
import { server } from './server.svelte.ts';

interface Named {
  id: number;
  kind?: GameKind;
  black: string;
  white: string;
  title: string;
  sample: string | null;
}

/** The title of a sample in the language of the page. */
export function sampleTitle(id: string | null | undefined): string {
  const sample = id ? server.welcome?.samples.find((one) => one.id === id) : undefined;
  return (prefs.lang === 'ja' ? sample?.title_ja : sample?.title_en) ?? '';
}

/** Its players, otherwise its title, otherwise its number. */
export function documentName({ id, kind, black, white, title, sample }: Named): string {
  const isGo = kind === 'go';
  if (black || white) return isGo ? `${black || '?'} – ${white || '?'}` : `☗${black} ☖${white}`;
  return sampleTitle(sample) || title || `${isGo ? i18n.t.rooms.go : i18n.t.newGame} #${id}`;
}

// Games of the library, opened in their rooms.

import { i18n } from '../i18n/index.svelte.ts';
import { tabWords } from '../i18n/tabs.ts';
import type { DocumentInfo, DocumentState, LibraryGame } from '../protocol.ts';
import { fromState, mainLine } from '../tree/document.ts';
import { documentName } from './documentName.ts';
import { documents } from './documents.svelte.ts';
import { notices } from './notices.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { report } from './server.svelte.ts';
import { tabs } from './tabs.svelte.ts';

/** The notice of the tab opened last: one is enough for several. */
let told: number | undefined;

/** Opens games of the library in new tabs, without showing them; a game of go in its room. */
export async function openInTabs(games: readonly LibraryGame[]): Promise<void> {
  const opened: DocumentInfo[] = [];
  for (const { game, ply } of games) {
    try {
      const state = await documents.open({ type: 'library', game });
      if (state.info.kind === 'go') router.go(formatAddress({ room: 'go', id: state.info.id, node: null }));
      else if (tabs.add(state.info, nodeAt(state, ply))) opened.push(state.info);
      else break;
    } catch (error) {
      report(error);
    }
  }
  const first = opened[0];
  if (!first) return;
  const words = i18n.of(tabWords);
  const text = opened.length === 1 ? words.opened(documentName(first)) : words.openedMany(opened.length);
  if (told !== undefined) notices.dismiss(told);
  told = notices.add('info', text, { label: words.show, run: () => tabs.goTo(first.id) });
}

/** The node of a move of the main line, null without one. */
const nodeAt = (state: DocumentState, ply: number | null): number | null =>
  (ply === null ? undefined : mainLine(fromState(state)).find((node) => node.ply === ply))?.id ?? null;

/** Opens a game, at this move of its main line if there is one. */
export async function openGame(game: number, ply: number | null = null): Promise<void> {
  try {
    const state = await documents.open({ type: 'library', game });
    if (state.info.kind === 'go') return router.go(formatAddress({ room: 'go', id: state.info.id, node: null }));
    router.go(formatAddress({ room: 'analyse', id: state.info.id, node: nodeAt(state, ply) }));
  } catch (error) {
    report(error);
  }
}

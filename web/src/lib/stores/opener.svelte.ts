// Opening of files, text, links; the same way from everywhere.

import { messageOf } from '../errors.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { uploadFile } from '../net/client.ts';
import { MAX_MESSAGE_BYTES, type DocumentInfo, type DocumentState, type Source } from '../protocol.ts';
import { hasKings, parseSfen } from '../shogi/sfen.ts';
import { jobs } from './jobs.svelte.ts';
import { live } from './live.svelte.ts';
import { notices } from './notices.svelte.ts';
import { documents } from './documents.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { tabs } from './tabs.svelte.ts';

/** Files that are opened at once. */
const MOST_FILES = 20;

/** A text that goes as a file: a message has less room, and in JSON a character may take six bytes. */
const LARGE = MAX_MESSAGE_BYTES / 6;

/** The address that is all of a text; null for any other text. */
export function addressIn(text: string): string | null {
  const word = text.trim();
  return /^https?:\/\/\S+$/i.test(word) && URL.canParse(word) ? word : null;
}

/** How a text is opened, however large it is. */
export async function sourceOf(text: string, name: string | null): Promise<Source> {
  if (text.length < LARGE) return { type: 'text', text, name };
  // The mark declares UTF-8, overriding the encoding named in the text.
  return { type: 'upload', upload: await uploadFile(new File(['\ufeff', text], name ?? i18n.t.pastedText)) };
}

/** The stores of the room of mates; while it is open they are loaded already. */
async function mates() {
  const [{ mate }, { train }] = await Promise.all([import('./mate.svelte.ts'), import('./train.svelte.ts')]);
  return { mate, train };
}

class Opener {
  /** Is the panel for opening shown? */
  shown = $state(false);
  /** Does what is opened get a new tab of the room of analysis? */
  newTab = $state(false);
  error = $state('');
  /** The address that was pasted outside the panel, which then shows what to do with it. */
  pasted = $state('');
  /** The file opened last, of which another game may be wanted. */
  private last = $state.raw<{ file: File; games: ReadonlyMap<number, number> } | null>(null);

  /** Opens a file: the server detects its encoding. */
  async file(file: File): Promise<void> {
    await this.guard(async () => {
      await this.game(file, 0);
    });
  }

  /** Which game of the file opened last a document is, from 0; null when the file is not at hand. */
  gameOf(document: number): number | null {
    return this.last?.games.get(document) ?? null;
  }

  /** Opens another game of the file opened last. */
  async otherGame(index: number): Promise<void> {
    await this.guard(async () => {
      if (this.last) await this.game(this.last.file, index);
    });
  }

  private async game(file: File, index: number): Promise<void> {
    const document = await documents.open({ type: 'upload', upload: await uploadFile(file) }, index);
    const others = this.last?.file === file ? [...this.last.games] : [];
    this.last = { file, games: new Map([...others, [document.info.id, index]]) };
    await this.show(document);
  }

  async files(list: FileList | null | undefined): Promise<void> {
    const all = Array.from(list ?? []);
    const problems = router.route.room === 'mate' ? all.filter((file) => /\.(jsonl|ndjson)$/i.test(file.name)) : [];
    if (problems.length > 0) return this.guard(async () => void (await (await mates()).train.addFiles(problems)));
    const zips = all.filter((file) => /\.zip$/i.test(file.name));
    if (zips.length > 0) return this.guard(() => this.zips(zips));
    if (all.length > MOST_FILES) return void notices.add('error', i18n.t.tooManyFiles(MOST_FILES));
    for (const [at, file] of all.entries()) {
      // Each of several files stays open.
      if (at > 0) this.newTab = true;
      await this.file(file);
    }
  }

  /** ZIP files, which may have any number of games, go into the library. */
  private async zips(files: File[]): Promise<void> {
    router.go('/library');
    await jobs.importFiles(files, () => {});
  }

  /** Shows the panel, for this or a new tab. */
  ask(newTab = false): void {
    this.newTab = newTab;
    this.shown = true;
  }

  /** Gives a document a tab of its own if that is wanted. */
  place(info: DocumentInfo): void {
    if (this.newTab && info.kind === 'shogi') tabs.add(info);
  }

  async text(text: string, name: string | null = null): Promise<void> {
    const address = addressIn(text);
    if (address) return this.address(address);
    const sfen = text.trim().replace(/^(position\s+)?sfen\s+/, '');
    if (router.route.room === 'mate' && parseSfen(sfen)) return void (await mates()).mate.set(sfen);
    await this.guard(async () => {
      await this.show(await documents.open(await sourceOf(text, name)));
    });
  }

  /** Goes to a shared link of this program; for the address of another site shows the panel. */
  private address(address: string): void {
    if (address.startsWith(`${location.origin}/`)) {
      this.shown = false;
      return router.go(address.slice(location.origin.length));
    }
    if (router.route.room !== 'go') router.go('/analyse');
    this.pasted = address;
    this.shown = true;
  }

  async sample(sample: string): Promise<void> {
    await this.guard(async () => this.show(await documents.open({ type: 'sample', sample })));
  }

  async position(sfen: string, replace = false): Promise<void> {
    const position = parseSfen(sfen);
    if (position && !hasKings(position)) return router.replace(`/mate?sfen=${encodeURIComponent(sfen)}`);
    await this.guard(() => documents.show({ type: 'position', sfen }, replace));
  }

  /** Opens a position in a new tab of the room of analysis. */
  async inNewTab(sfen: string): Promise<void> {
    this.newTab = true;
    await this.guard(async () => this.show(await documents.open({ type: 'position', sfen })));
  }

  async blank(handicap: string | null): Promise<void> {
    await this.guard(async () => this.show(await documents.open({ type: 'new', handicap })));
  }

  /** Shows the opened record; a position without a king is a mate problem. */
  private async show({ info, start_sfen: start }: DocumentState): Promise<void> {
    if (info.kind === 'go') return router.go(formatAddress({ room: 'go', id: info.id, node: null }));
    const position = parseSfen(start);
    if (!position || hasKings(position)) {
      this.place(info);
      return router.go(`/analyse/${info.id}`);
    }
    await documents.close(info.id);
    router.go(`/mate?sfen=${encodeURIComponent(start)}`);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.error = '';
    try {
      await work();
      live.wake();
      this.shown = false;
      this.newTab = false;
    } catch (error) {
      const text = messageOf(error);
      if (this.shown) this.error = text;
      else notices.add('error', text);
    }
  }
}

export const opener = new Opener();

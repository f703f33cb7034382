// Opening of files, text, links; the same way from everywhere.

import { messageOf } from '../errors.ts';
import { i18n } from '../i18n/index.svelte.ts';
import type { DocumentState } from '../protocol.ts';
import { uploadFile } from '../net/client.ts';
import { go } from './go.svelte.ts';
import { hasKings, parseSfen } from '../shogi/sfen.ts';
import { live } from './live.svelte.ts';
import { mate } from './mate.svelte.ts';
import { notices } from './notices.svelte.ts';
import { documents } from './documents.svelte.ts';
import { router } from './router.svelte.ts';
import { train } from './train.svelte.ts';

/** Files that are opened at once. */
const MOST_FILES = 20;

/** Does the text begin as SGF does? No shogi record begins so. */
const isSgf = (text: string): boolean => /^\s*\(\s*;/.test(text);

class Opener {
  /** Is the panel for opening shown? */
  shown = $state(false);
  error = $state('');
  /** The upload behind the document opened last, for files with several games. */
  lastUpload = $state.raw<{ document: number; upload: string } | null>(null);

  async file(file: File): Promise<void> {
    await this.guard(async () => {
      if (isSgf(await file.slice(0, 200).text())) return this.sgf(await file.text());
      const upload = await uploadFile(file);
      const document = await documents.open({ type: 'upload', upload });
      this.lastUpload = { document: document.info.id, upload };
      await this.show(document);
    });
  }

  async files(list: FileList | null | undefined): Promise<void> {
    const all = Array.from(list ?? []);
    const problems = router.route.room === 'mate' ? all.filter((file) => /\.(jsonl|ndjson)$/i.test(file.name)) : [];
    if (problems.length > 0) return this.guard(async () => void (await train.addFiles(problems)));
    if (all.length > MOST_FILES) return notices.add('error', i18n.t.tooManyFiles(MOST_FILES));
    for (const file of all) await this.file(file);
  }

  async text(text: string, name: string | null = null): Promise<void> {
    const sfen = text.trim().replace(/^(position\s+)?sfen\s+/, '');
    if (router.route.room === 'mate' && parseSfen(sfen)) return void mate.set(sfen);
    await this.guard(async () => {
      if (isSgf(text)) return this.sgf(text);
      await this.show(await documents.open({ type: 'text', text, name }));
    });
  }

  async sample(sample: string): Promise<void> {
    await this.guard(() => documents.show({ type: 'sample', sample }));
  }

  async position(sfen: string, replace = false): Promise<void> {
    const position = parseSfen(sfen);
    if (position && !hasKings(position)) return router.replace(`/mate?sfen=${encodeURIComponent(sfen)}`);
    await this.guard(() => documents.show({ type: 'position', sfen }, replace));
  }

  async blank(handicap: string | null): Promise<void> {
    await this.guard(() => documents.show({ type: 'new', handicap }));
  }

  /** Games of go have a room of their own. */
  private async sgf(text: string): Promise<void> {
    if (router.route.room !== 'go') router.go('/go');
    await go.read(text);
  }

  /** Shows what was opened; a position without a king is a mate problem. */
  private async show({ info, start_sfen: start }: DocumentState): Promise<void> {
    const position = parseSfen(start);
    if (!position || hasKings(position)) return router.go(`/analyse/${info.id}`);
    await documents.close(info.id);
    router.go(`/mate?sfen=${encodeURIComponent(start)}`);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.error = '';
    try {
      await work();
      live.wake();
      this.shown = false;
    } catch (error) {
      const text = messageOf(error);
      if (this.shown) this.error = text;
      else notices.add('error', text);
    }
  }
}

export const opener = new Opener();

// Opening of files, text, links; the same way from everywhere.

import { uploadFile } from '../net/client.ts';
import { live } from './live.svelte.ts';
import { notices } from './notices.svelte.ts';
import { documents } from './documents.svelte.ts';
import { router } from './router.svelte.ts';

class Opener {
  /** Is the panel for opening shown? */
  shown = $state(false);
  error = $state('');
  /** The upload behind the document opened last, for files with several games. */
  lastUpload = $state.raw<{ document: number; upload: string } | null>(null);

  async file(file: File): Promise<void> {
    await this.guard(async () => {
      const upload = await uploadFile(file);
      const document = await documents.open({ type: 'upload', upload });
      this.lastUpload = { document: document.info.id, upload };
      this.goTo(document.info.id);
    });
  }

  async files(list: FileList | null | undefined): Promise<void> {
    for (const file of Array.from(list ?? []).slice(0, 20)) await this.file(file);
  }

  async text(text: string, name: string | null = null): Promise<void> {
    await this.guard(() => documents.show({ type: 'text', text, name }));
  }

  async sample(sample: string): Promise<void> {
    await this.guard(() => documents.show({ type: 'sample', sample }));
  }

  async position(sfen: string, replace = false): Promise<void> {
    await this.guard(() => documents.show({ type: 'position', sfen }, replace));
  }

  async blank(handicap: string | null): Promise<void> {
    await this.guard(() => documents.show({ type: 'new', handicap }));
  }

  private goTo(id: number): void {
    router.go(`/analyse/${id}`);
  }

  private async guard(work: () => Promise<void>): Promise<void> {
    this.error = '';
    try {
      await work();
      live.wake();
      this.shown = false;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (this.shown) this.error = text;
      else notices.add('error', text);
    }
  }
}

export const opener = new Opener();

// Watched folders: their records are imported while the app runs.

import { i18n } from '../i18n/index.svelte.ts';
import { libraryWords } from '../i18n/library.ts';
import type { Reply, Request, WatchedFolder } from '../protocol.ts';
import { notices } from './notices.svelte.ts';
import { server } from './server.svelte.ts';

type Change = Extract<Request, { type: 'library_watch_folder' | 'library_change_folder' | 'library_forget_folder' }>;

class Folders {
  all = $state.raw<WatchedFolder[]>([]);

  async load(): Promise<void> {
    this.put(await server.attempt({ type: 'library_folders' }, 'library_folders'));
  }

  /** Adds, changes or removes one; an error is thrown. */
  async change(request: Change): Promise<void> {
    this.put(await server.ask(request, 'library_folders'));
  }

  /** The folders changed; a folder that vanished or is back is named once. */
  heard(folders: WatchedFolder[], found: number | null): void {
    this.all = folders;
    const folder = folders.find((one) => one.folder === found);
    const words = i18n.of(libraryWords);
    if (folder?.missing) notices.add('error', words.vanished(folder.path));
    else if (folder) notices.add('info', words.isBack(folder.path));
  }

  private put(reply: Extract<Reply, { type: 'library_folders' }> | null | undefined): void {
    if (reply) this.all = reply.folders;
  }
}

export const folders = new Folders();

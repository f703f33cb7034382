// A player's page: names of the user, and the server's statistics of a player's games.

import { messageOf } from '../errors.ts';
import type { PlayerPage } from '../protocol.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** A name without what spellings differ in, as the server compares them. */
export const nameKey = (name: string): string => name.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

/** The names in a text with one on each line, as many as a player may have. */
export const namesOf = (text: string): string[] => [...new Set(text.split('\n').map((name) => name.trim()).filter(Boolean))].slice(0, 20);

class Player {
  page = $state.raw<PlayerPage | null>(null);
  players = $state.raw<[string, number][]>([]);
  error = $state('');
  /** The user's names. */
  mine = $derived<string[]>(server.settings?.my_names ?? []);
  private asked = 0;
  /** The name whose page is shown. */
  private shown = '';

  isMine(name: string): boolean {
    return this.mine.some((own) => nameKey(own) === nameKey(name));
  }

  async setMine(names: string[]): Promise<void> {
    await server.saveSettings({ my_names: names });
  }

  /** All names that count as this player: those of the user together. */
  namesFor(name: string): string[] {
    return this.isMine(name) ? [...new Set([...this.mine, name])].slice(0, 20) : [name];
  }

  async load(name: string): Promise<void> {
    const number = ++this.asked;
    this.error = '';
    if (this.shown !== name) this.page = null;
    this.shown = name;
    try {
      const reply = await server.ask({ type: 'library_player', names: this.namesFor(name) }, 'library_player');
      if (number === this.asked) this.page = reply.player;
    } catch (error) {
      if (number === this.asked) this.error = messageOf(error);
    }
  }

  async loadPlayers(): Promise<void> {
    const reply = await server.attempt({ type: 'library_players' }, 'library_players');
    if (reply) this.players = reply.players;
  }

  show(name: string): void {
    router.go(`/library?${new URLSearchParams({ view: 'player', name })}`);
  }
}

export const player = new Player();

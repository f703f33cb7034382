// Matches between engines.

import type { JobInfo, MatchGame, MatchOpenings, MatchSetup, MatchState } from '../protocol.ts';
import { isActive, jobs } from './jobs.svelte.ts';
import { documents } from './documents.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

class Matches {
  private known = $state.raw<ReadonlyMap<number, MatchState>>(new Map());
  /** The newest first. */
  all = $derived([...this.known.values()].sort((a, b) => b.id - a.id));
  /** The games of the match that is shown. */
  games = $state.raw<MatchGame[]>([]);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'match') this.put(event.state);
    });
  }

  find(id: number | null): MatchState | null {
    return id === null ? null : (this.known.get(id) ?? null);
  }

  /** The job that plays a match, if known. */
  job(match: MatchState): JobInfo | null {
    return match.job === null ? null : (jobs.all.get(match.job) ?? null);
  }

  isGoing(match: MatchState): boolean {
    const job = this.job(match);
    return job !== null && isActive(job);
  }

  async load(): Promise<void> {
    const reply = await server.attempt({ type: 'match_list' }, 'matches');
    if (reply) this.known = new Map(reply.matches.map((match) => [match.id, match]));
  }

  async loadGames(id: number): Promise<void> {
    const reply = await server.attempt({ type: 'match_games', id }, 'match_games');
    if (reply) this.games = reply.games;
  }

  /** Starts a match and goes to it. */
  async start(setup: MatchSetup, openings: MatchOpenings): Promise<void> {
    const { state } = await server.ask({ type: 'match_start', setup, openings }, 'match');
    this.put(state);
    router.go(formatAddress({ room: 'matches', id: state.id, node: null }));
  }

  async resume(id: number): Promise<void> {
    const reply = await server.attempt({ type: 'match_resume', id }, 'match');
    if (reply) this.put(reply.state);
  }

  async remove(id: number): Promise<void> {
    if (!(await server.attempt({ type: 'match_delete', id }, 'ok'))) return;
    const left = new Map(this.known);
    left.delete(id);
    this.known = left;
    router.go('/matches');
  }

  /** Opens a game and goes to it. */
  async open(id: number, game: number): Promise<void> {
    const reply = await server.attempt({ type: 'match_open', id, game }, 'document');
    if (!reply) return;
    documents.put(reply.document);
    router.go(formatAddress({ room: 'analyse', id: reply.document.info.id, node: null }));
  }

  private put(match: MatchState): void {
    this.known = new Map(this.known).set(match.id, match);
  }
}

export const matches = new Matches();

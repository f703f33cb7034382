// Matches between engines.

import type { JobInfo, MatchGame, MatchLiveGame, MatchOpenings, MatchSetup, MatchState } from '../protocol.ts';
import { isActive, jobs } from './jobs.svelte.ts';
import { documents } from './documents.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** Games that are kept after they were seen. */
const MOST_SEEN = 300;

/** A game as it was at a moment. */
export interface Seen {
  game: MatchLiveGame;
  /** When that was, in milliseconds of the page's clock. */
  heard: number;
}

class Matches {
  private known = $state.raw<ReadonlyMap<number, MatchState>>(new Map());
  /** The newest first. */
  all = $derived([...this.known.values()].sort((a, b) => b.id - a.id));
  /** The games of the match that is shown. */
  games = $state.raw<MatchGame[]>([]);
  /** Games of the match that is shown, as they were seen last. */
  private watched = $state.raw<ReadonlyMap<number, Seen>>(new Map());
  private watching: number | null = null;

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'match') this.put(event.state);
      if (event.type === 'match_live' && event.game.id === this.watching) this.see([event.game]);
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

  /** The games under way of the match that is shown: those whose pair is not counted yet. */
  live(match: MatchState): MatchLiveGame[] {
    if (!this.isGoing(match) || match.id !== this.watching) return [];
    const counted = new Set(this.games.map((game) => game.game));
    const games = [...this.watched.values()].map(({ game }) => game);
    return games.filter((game) => !counted.has(game.game)).sort((a, b) => a.game - b.game);
  }

  /** A game as it was seen last. */
  seen(id: number, game: number): Seen | null {
    return id === this.watching ? (this.watched.get(game) ?? null) : null;
  }

  /** Follows the games of a match, or of none. */
  async watch(id: number | null): Promise<void> {
    if (id !== this.watching) this.watched = new Map();
    this.watching = id;
    const reply = await server.attempt({ type: 'match_watch', id }, 'match_live_games');
    if (reply && id === this.watching) this.see(reply.games);
  }

  async load(): Promise<void> {
    const before = this.known;
    const reply = await server.attempt({ type: 'match_list' }, 'matches');
    if (!reply) return;
    // What was put since the request was sent is newer than the reply.
    const newer = [...this.known].filter(([id, match]) => before.get(id) !== match);
    this.known = new Map([...reply.matches.map((match) => [match.id, match] as const), ...newer]);
  }

  async loadGames(id: number): Promise<void> {
    const reply = await server.attempt({ type: 'match_games', id }, 'match_games');
    // Meanwhile another match may be shown.
    if (reply && router.route.id === id) this.games = reply.games;
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

  private see(games: MatchLiveGame[]): void {
    const heard = performance.now();
    const watched = new Map(this.watched);
    for (const game of games) watched.set(game.game, { game, heard });
    // A long match must not fill the memory of the page: the newest are kept.
    for (const number of [...watched.keys()].slice(0, Math.max(0, watched.size - MOST_SEEN))) watched.delete(number);
    this.watched = watched;
  }

  private put(match: MatchState): void {
    this.known = new Map(this.known).set(match.id, match);
  }
}

export const matches = new Matches();

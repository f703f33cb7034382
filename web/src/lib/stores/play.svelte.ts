// Games of the Play room: the server keeps them, this shows them and counts clocks down.

import { atLevel, levelSeat, nextLevel } from '../adapt.ts';
import type { ClockState, Hint, PlayState, Request, Seat, Side } from '../protocol.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { documents } from './documents.svelte.ts';
import type { PieceHint } from './hints.ts';
import { prefs } from './prefs.svelte.ts';
import { router } from './router.svelte.ts';
import { report, server } from './server.svelte.ts';

const TICK_MS = 100;
/** Degrees of a hint. */
export const [SQUARE, MOVE, WHY] = [2, 3, 4] as const;
const GUIDED_KEY = 'zenpuku.guided';

class Play {
  games = $state.raw<ReadonlyMap<number, PlayState>>(new Map());
  hint = $state.raw<Hint | null>(null);
  /** How much of the hint is shown: the piece, its square too, the move, and why. */
  degree = $state(0);
  hinting = $state(false);
  now = $state(performance.now());
  missing = $state<number | null>(null);
  /** The game with a hint at every move; kept while the tab is open. */
  guided = $state<number | null>(Number(sessionStorage.getItem(GUIDED_KEY)) || null);
  private heard = new Map<number, number>();

  last = $derived<PlayState | null>(
    [...this.games.values()].filter((game) => !game.result).sort((a, b) => b.game - a.game)[0] ?? null,
  );
  running = $derived([...this.games.values()].filter((game) => !game.result));
  current = $derived<PlayState | null>(
    router.route.room === 'play' && router.route.id !== null ? (this.games.get(router.route.id) ?? null) : null,
  );

  constructor() {
    server.onWelcome((welcome) => {
      for (const game of welcome.games) this.put(game);
    });
    server.onEvent((event) => {
      if (event.type === 'play') this.put(event.game);
    });
    setInterval(() => (this.now = performance.now()), TICK_MS);
  }

  async start(request: Extract<Request, { type: 'play_new' }>, guided = false): Promise<void> {
    const reply = await server.ask(request, 'play_started');
    documents.put(reply.document);
    this.put(reply.game);
    if (guided) this.guide(reply.game.game);
    router.go(`/play/${reply.game.game}`);
  }

  async fetch(game: number): Promise<void> {
    try {
      this.put((await server.ask({ type: 'play_get', game }, 'play')).game);
      this.missing = null;
    } catch {
      this.missing = game;
    }
  }

  /** The same game again, even games with the colours changed. */
  async rematch(game: PlayState): Promise<void> {
    const state = documents.all.get(game.document)?.state;
    const people = game.black.type === 'human' && game.white.type === 'human';
    const odds = state?.handicap && state.handicap !== '平手';
    const sides = [[game.black, game.clock], [game.white, game.white_clock]] as const;
    const [[black, clock], [white, white_clock]] = people || odds ? sides : [sides[1], sides[0]];
    const { entering_king } = game;
    const now = (seat: Seat) => (prefs.value.game.adapts && levelSeat(game) ? atLevel(seat, prefs.value.game.level) : seat);
    await this.start({ type: 'play_new', black: now(black), white: now(white), sfen: state?.start_sfen ?? null, clock, white_clock, entering_king }).catch(report);
  }

  /** Leaves a game so that its clock stands still; the room lists it until it is gone on with. */
  async adjourn(game: PlayState): Promise<void> {
    router.go('/play');
    await documents.close(game.document);
  }

  async act(request: Request): Promise<void> {
    const reply = await server.attempt(request, 'play');
    if (reply) this.put(reply.game);
  }

  async move(game: PlayState, usi: string): Promise<void> {
    await this.act({ type: 'play_move', game: game.game, ply: game.ply, usi });
  }

  async askHint(game: PlayState): Promise<void> {
    this.hinting = true;
    try {
      this.hint = (await server.ask({ type: 'play_hint', game: game.game }, 'hint')).hint;
    } catch (error) {
      report(error);
    }
    this.hinting = false;
  }

  /** One more degree of the hint; with a degree, at least that much. */
  async help(game: PlayState, least = this.degree + 1): Promise<void> {
    if (this.hinting) return;
    if (this.hint?.sfen !== game.sfen) await this.askHint(game);
    if (this.hint?.sfen === game.sfen) this.degree = Math.min(Math.max(this.degree, least), WHY);
  }

  /** Gives a hint at every move of this game, and in no other. */
  guide(game: number | null): void {
    this.guided = game;
    sessionStorage.setItem(GUIDED_KEY, String(game ?? ''));
  }

  /** What is left on a clock now: main time, then byoyomi. */
  left(game: PlayState, side: Side): { ms: number; byoyomi: boolean } {
    const clock: ClockState = game.clocks[side === 'black' ? 0 : 1];
    const passed = clock.running && !game.paused ? this.now - (this.heard.get(game.game) ?? this.now) : 0;
    const main = clock.main_ms - Math.max(0, passed);
    if (main > 0 || clock.byoyomi_ms === 0) return { ms: Math.max(0, main), byoyomi: false };
    return { ms: Math.max(0, clock.byoyomi_ms + main), byoyomi: true };
  }

  private put(game: PlayState): void {
    const before = this.games.get(game.game);
    // A reply may come after the event that tells of the engine's answer to it.
    if (before && before.revision > game.revision) return;
    if (before && before.ply !== game.ply) [this.hint, this.degree] = [null, 0];
    if (before && !before.result && game.result) this.adapt(game);
    this.heard.set(game.game, performance.now());
    this.games = new Map(this.games).set(game.game, game);
  }

  /** Proposes the next level after a game, if the user wants it to follow the results. */
  private adapt(game: PlayState): void {
    const level = nextLevel(game, server.welcome?.levels.length ?? 0);
    if (level && prefs.value.game.adapts) prefs.set('game', { ...prefs.value.game, level });
  }
}

export const play = new Play();

/** What a hint says of the piece: where it goes from the second degree on. */
export function pieceOf(hint: Hint, degree: number): PieceHint {
  const usi = hint.lines[0]?.pv[0] ?? '';
  const drop = usi[1] === '*' ? usi[0]! : null;
  return { from: drop ? null : usi.slice(0, 2), drop, to: degree < SQUARE ? null : usi.slice(2, 4) };
}

/** Who sits on a side, by name. */
export function seatName(game: PlayState, side: Side): string {
  const seat = side === 'black' ? game.black : game.white;
  if (seat.type === 'human') return seat.name || i18n.side(side);
  if (seat.type === 'usi') return seat.name;
  const level = server.welcome?.levels.find((l) => l.level === seat.level);
  return i18n.t.seat(prefs.lang === 'ja' && level ? level.name_ja : String(seat.level));
}

// The room of Go endgames: a document or a position, the line on the board, its results, and the trainer.

import { withNewest } from '../data/newest.ts';
import { saveFile } from '../data/save.ts';
import { messageOf } from '../errors.ts';
import { emptyPosition, fromQuery, groupOf, indicesOf, parseDiagram, toQuery, vertexOf, withStone, type Stone } from '../go/board.ts';
import { answerOf, lossOf, playedLine, sgfOf } from '../go/asked.ts';
import { branchOf, flipped, keptOf, LIMITS, modeOf, sameKept, stepsOf, type Corrections, type Counted, type LineReview, type Mode, type Solved, type Step, type Trial } from '../go/line.ts';
import { SAMPLES } from '../go/samples.ts';
import type { Said } from '../go/written.ts';
import type { DocumentState, GoBranch, GoContent, GoKept, GoPosition, GoRecord, Side } from '../protocol.ts';
import { documents } from './documents.svelte.ts';
import { sourceOf } from './opener.svelte.ts';
import { formatAddress, router, type Route } from './router.svelte.ts';
import { server } from './server.svelte.ts';

const KEPT = 60;

class GoRoom {
  steps = $state.raw<Step[]>([{ position: emptyPosition(9), move: null }]);
  at = $state(0);
  rules = $state('japanese');
  name = $state('');
  /** The document on the board; null for a position of the address. */
  document = $state<number | null>(null);
  /** Its original game. */
  private game: Step[] = [];
  record = $state.raw<GoRecord | null>(null);
  review = $state.raw<LineReview | null>(null);
  private chosen = $state<Mode>('play');
  /** The last change of the document, while the server has not answered it. */
  private keeping: Promise<unknown> | null = null;
  /** Seconds that an exact solution may take. */
  limit = $state<number>(LIMITS[1]);
  brush = $state<Stone>('black');
  show = $state({ safe: true, settled: true, falseEyes: true, dame: true, regions: true, losses: true });
  error = $state('');
  /** When the running search began. */
  since = $state<number | null>(null);
  trial = $state.raw<Trial | null>(null);
  answerShown = $state(false);
  private counted = $state.raw<Counted | null>(null);
  /** Who is counting the board. */
  counting = $state<'ours' | 'second' | null>(null);
  /** Is the status of the last flipped stone proved, so that it stays? */
  stays = $state(false);
  private known = $state.raw<ReadonlyMap<string, Solved>>(new Map());
  private asked = 0;

  step = $derived(this.steps[this.at]!);
  position = $derived(this.step.position);
  board = $derived(parseDiagram(this.position.diagram)!);
  solution = $derived(this.known.get(this.key(this.position)) ?? null);
  answer = $derived(this.solution && answerOf(this.solution, this.position.turn));
  private here = $derived(this.counted?.key === this.key(this.position) ? this.counted : null);
  /** The judgement of the position by status, if it was counted. */
  status = $derived(this.here?.status ?? null);
  /** The opinion of another program about it, if one was asked. */
  second = $derived(this.here?.second ?? null);
  komi = $derived(this.record?.komi ?? 0);
  finished = $derived(this.answer !== null && this.answer.line.length === 0);

  private key(position: GoPosition): string {
    return `${this.rules} ${toQuery(position, '').toString()}`;
  }

  /** What clicks on the board do. */
  get mode(): Mode {
    return this.chosen;
  }

  set mode(mode: Mode) {
    this.chosen = mode;
    this.keepAddress();
  }

  /** Has the line on the board left the game of the document? */
  get hasLeft(): boolean {
    return this.document !== null && (this.record?.moves ?? 0) > 0 && this.steps !== this.game;
  }

  /** Shows the target of the address: a document, a position, or the game that was changed last; else a sample. */
  async load(route: Route): Promise<void> {
    const { id, node, query } = route;
    if (id !== null) return this.loadDocument(route, id);
    const found = fromQuery(query);
    if (found) {
      if (found.rules) this.rules = found.rules;
      if (this.document !== null || this.key(found.position) !== this.key(this.position)) this.begin(found.position);
      return;
    }
    const last = (await documents.list(0, 'go'))[0];
    if (router.route !== route) return;
    if (last) router.replace(formatAddress({ room: 'go', id: last.id, node }));
    else this.sample(SAMPLES.corridors, true);
  }

  private async loadDocument(route: Route, id: number): Promise<void> {
    if (this.document === id) {
      if (route.node === null) this.keepAddress();
      else this.goTo(route.node);
      return;
    }
    if (documents.missing === id) return;
    // Recent changes on the board belong to the document.
    await this.keeping;
    if (!documents.all.has(id)) await documents.fetch(id);
    const state = documents.all.get(id)?.state;
    if (router.route !== route || !state) return;
    if (state.go) await this.put(state, state.go, route.node, modeOf(route.query.get('mode')));
    else router.replace(formatAddress({ room: 'analyse', id, node: null }));
  }

  /** Puts a document on the board. */
  private async put({ info }: DocumentState, { record, kept }: GoContent, node: number | null, mode: Mode | null): Promise<void> {
    const game = stepsOf(record.steps);
    const steps = await this.lineOf(game, kept.branch, kept.rules);
    const reviewed = kept.review && { ...kept.review, line: await this.lineOf(game, kept.review.branch, kept.review.rules, steps) };
    if (router.route.id !== info.id) return;
    [this.document, this.game, this.record, this.rules] = [info.id, game, record, kept.rules];
    this.name = record.name;
    this.review = reviewed;
    // A game is counted first.
    this.chosen = mode && mode !== 'edit' ? mode : reviewed ? 'review' : record.moves > 0 ? 'count' : 'play';
    this.set(steps, node ?? steps.length - 1);
    if (this.mode === 'count') void this.count();
    if (this.mode === 'train' || record.moves + kept.branch.moves.length === 0) void this.solve();
  }

  /** The line of a branch; the game itself, where its moves cannot be played. */
  private async lineOf(game: Step[], branch: GoBranch, rules: string, known?: Step[]): Promise<Step[]> {
    try {
      return await playedLine(game, branch, rules, known);
    } catch (error) {
      this.fail(error);
      return game;
    }
  }

  /** Adopts another tab's changes of the document; a step within the line stays on the board. */
  follow(state: DocumentState | undefined): void {
    if (!state?.go || state.info.id !== this.document || this.keeping !== null) return;
    const node = this.at < this.steps.length - 1 ? this.at : null;
    if (!sameKept(state.go.kept, this.kept())) void this.put(state, state.go, node, this.mode);
  }

  private kept(): GoKept {
    return keptOf(this.game, this.steps, this.rules, this.review);
  }

  /** Keeps the line on the board and the review with the document. */
  async keep(): Promise<void> {
    if (this.document === null) return;
    const keeping = server.attempt({ type: 'go_keep', document: this.document, kept: this.kept() }, 'edited');
    this.keeping = keeping;
    await keeping;
    if (this.keeping === keeping) this.keeping = null;
  }

  /** Makes a document of the position, so that its changes are stored. */
  private async makeDocument(): Promise<void> {
    const { position, rules, steps } = this;
    const { info, go } = await documents.open({ type: 'go_position', position, rules });
    if (this.steps !== steps || !go) return;
    [this.document, this.game, this.record, this.review] = [info.id, steps, go.record, null];
  }

  /** A new first position, outside of any document. */
  begin(position: GoPosition, replace = false): void {
    const left = this.document !== null && !replace;
    [this.document, this.record, this.review] = [null, null, null];
    if (this.mode !== 'edit') this.chosen = 'play';
    // Back leads to the game.
    if (left && router.route.id !== null) router.go(formatAddress({ room: 'go', id: null, node: null }, toQuery(position, this.rules)));
    this.game = [{ position, move: null }];
    this.set(this.game);
  }

  /** A new line, one of its steps on the board. */
  private set(steps: Step[], at = steps.length - 1): void {
    this.error = '';
    this.trial = null;
    this.counted = null;
    this.stays = false;
    this.answerShown = false;
    this.steps = steps;
    this.at = Math.max(0, Math.min(steps.length - 1, at));
    this.keepAddress();
  }

  blank(width: number, height = width): void {
    this.name = '';
    this.chosen = 'edit';
    this.begin(emptyPosition(width, height));
  }

  sample(diagram: string, replace = false): void {
    this.name = '';
    this.chosen = 'play';
    this.begin({ ...emptyPosition(1), diagram }, replace);
    void this.solve();
  }

  /** Opens the text of an SGF. */
  async read(sgf: string): Promise<void> {
    this.error = '';
    try {
      const { info } = await documents.open(await sourceOf(sgf, 'pasted.sgf'));
      router.go(formatAddress({ room: 'go', id: info.id, node: null }));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Puts the game of the document back on the board. */
  backToGame(): void {
    const shared = branchOf(this.game, this.steps).from;
    this.takeUp(this.game, Math.min(this.at, shared));
  }

  /** Saves the line on the board as SGF, with the judgements in `said` for its steps. */
  async save(said: ReadonlyMap<number, Said>): Promise<void> {
    this.error = '';
    try {
      saveFile(await sgfOf(this, said), 'application/x-go-sgf', `${this.name || 'game'}.sgf`);
    } catch (error) {
      this.fail(error);
    }
  }

  setRules(rules: string): void {
    this.rules = rules;
    this.keepAddress();
    void this.keep();
    if (this.mode === 'count') void this.count();
  }

  /** Counts the board: living groups, territory, the score; with `second` another program does so too. */
  async count({ alive, dead }: Corrections = { alive: [], dead: [] }, second = false): Promise<void> {
    const { position, rules, komi } = this;
    const key = this.key(position);
    const number = (this.asked += 1);
    [this.error, this.since, this.counting, this.stays] = ['', null, second ? 'second' : 'ours', false];
    // Only the end of a record is one that both sides have passed in.
    const finished = this.record?.finished === true && this.at === this.steps.length - 1;
    try {
      const found = await server.ask({ type: 'go_status', position, rules, komi, finished, alive, dead, second }, 'go_status');
      if (number === this.asked) this.counted = { key, alive, dead, status: found.status, second: found.second };
    } catch (error) {
      if (number === this.asked) this.fail(error);
    } finally {
      if (number === this.asked) this.counting = null;
    }
  }

  /** Asks another program about the board, with the corrections of the count. */
  askSecond = (): Promise<void> => this.count(this.here ?? undefined, true);

  /** Ends the question to it; our count stays. */
  stopSecond(): void {
    [this.asked, this.counting] = [this.asked + 1, null];
    this.stop();
  }

  isDead(index: number): boolean {
    return this.status?.dead.includes(vertexOf(this.board, index)) ?? false;
  }

  /** Takes a group for dead that was alive, or the other way round, and counts again. */
  async flip(index: number): Promise<void> {
    const { board, here } = this;
    if (!here || !board.stones[index]) return;
    const wasDead = this.isDead(index);
    const group = groupOf(board, index, indicesOf(board, here.status.dame)).filter((at) => this.isDead(at) === wasDead);
    await this.count(flipped(here, group.map((at) => vertexOf(board, at)), wasDead));
    this.stays = this.status !== null && this.counting === null && this.isDead(index) === wasDead;
  }

  setTurn(turn: Side): void {
    this.begin({ ...this.position, turn, ko: null });
  }

  paint(index: number): void {
    const stone = this.board.stones[index] === this.brush ? null : this.brush;
    this.begin(withStone(this.position, index, stone));
  }

  /** A line that was on the board before, at one of its steps. */
  takeUp(steps: Step[], at: number): void {
    if (this.steps !== steps) {
      this.set(steps);
      void this.keep();
    }
    this.goTo(at);
  }

  goTo(at: number): void {
    const next = Math.max(0, Math.min(this.steps.length - 1, at));
    if (next === this.at) return;
    this.at = next;
    this.trial = null;
    this.answerShown = false;
    this.keepAddress();
  }

  /** Solves the board; the answer to an older request is kept but does not end the waiting. */
  async solve(): Promise<Solved | null> {
    if (this.solution && !this.solution.stopped) return this.solution;
    const { position, rules } = this;
    const key = this.key(position);
    const number = (this.asked += 1);
    [this.error, this.counting, this.since] = ['', null, Date.now()];
    try {
      const { solution, ms, stopped } = await server.ask({ type: 'go_solve', position, rules, seconds: this.limit }, 'go_solved');
      const solved: Solved = { ...solution, ms, stopped };
      // A search that was stopped for a newer one shows no message.
      if (!stopped || number === this.asked) this.known = withNewest(this.known, key, solved, KEPT);
      return solved;
    } catch (error) {
      if (number === this.asked) this.fail(error);
      return null;
    } finally {
      if (number === this.asked) this.since = null;
    }
  }

  stop(): void {
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  /** Plays moves from the board; returns whether they are legal. */
  async play(moves: string[], solve = this.solution !== null): Promise<boolean> {
    this.error = '';
    this.trial = null;
    const [at, rules] = [this.at, this.rules];
    if (moves.length === 1 && this.steps[at + 1]?.move === moves[0]) {
      this.goTo(at + 1);
    } else {
      try {
        const { positions } = await server.ask({ type: 'go_play', position: this.position, rules, moves }, 'go_played');
        if (this.document === null) await this.makeDocument();
        if (at !== this.at) return false;
        const added = positions.map((position, i) => ({ position, move: moves[i]! }));
        this.steps = [...this.steps.slice(0, at + 1), ...added];
        this.at = at + (moves.length === 1 ? 1 : 0);
        this.keepAddress();
        void this.keep();
      } catch (error) {
        this.fail(error);
        return false;
      }
    }
    this.answerShown = false;
    if (solve) await this.solve();
    return true;
  }

  async train(): Promise<void> {
    this.mode = 'train';
    this.trial = null;
    this.answerShown = false;
    await this.solve();
  }

  /** A try of the trainer's: marked with its loss, and played with its answer if it has no loss. */
  async attempt(mv: string): Promise<void> {
    const position = this.position;
    this.trial = { mv, loss: null, reply: null };
    const loss = await lossOf(mv, this.answer, position, this.rules, this.limit).catch((error: unknown) => this.fail(error));
    if (this.position !== position || this.mode !== 'train') return;
    if (loss === null) {
      this.trial = { mv, loss: null, reply: null, unknown: true };
      return;
    }
    this.trial = { mv, loss, reply: null };
    if (loss !== 0) return;
    await this.play([mv], true);
    const reply = this.answer?.line[0];
    if (reply) await this.play([reply], true);
    this.trial = { mv, loss, reply: reply ?? null };
  }

  private fail(error: unknown): null {
    this.error = messageOf(error);
    return null;
  }

  private keepAddress(): void {
    if (router.route.room !== 'go') return;
    if (this.document === null) return router.replace(`/go?${toQuery(this.position, this.rules)}`);
    const query = new URLSearchParams({ mode: this.mode });
    if (router.route.id === this.document) router.step(this.document, this.at, query);
    else router.replace(formatAddress({ room: 'go', id: this.document, node: this.at }, query));
  }
}

export const go = new GoRoom();

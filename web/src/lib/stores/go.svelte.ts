// The room of Go endgames: a line of positions, what is known of each, and the trainer.

import { saveFile } from '../data/save.ts';
import { messageOf } from '../errors.ts';
import { emptyPosition, fromQuery, groupOf, indexOf, parseDiagram, toQuery, vertexOf, withStone, type Stone } from '../go/board.ts';
import { keep, recall, type Mode, type Step } from '../go/kept.ts';
import { written, type Said } from '../go/written.ts';
import type { GoAnswer, GoPosition, GoRecord, GoSolution, GoStatus, Side } from '../protocol.ts';
import { other } from '../sides.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

/** What the trainer says about the last try. */
export interface Trial {
  mv: string;
  /** Points lost; null while counted, or when that is all that can be said. */
  loss: number | null;
  /** Can the loss not be found? */
  unknown?: boolean;
  reply: string | null;
}

/** A position counted: whose is what, with what a person said of stones. */
interface Counted {
  key: string;
  alive: string[];
  dead: string[];
  status: GoStatus;
}

/** Limits of an exact solution that can be chosen, in seconds. */
export const LIMITS = [10, 60, 600] as const;
const LARGEST_TEXT = 500_000;
const KEPT = 60;
export const isExact = (answer: GoAnswer | undefined): boolean => answer !== undefined && answer.low === answer.high;

class GoRoom {
  steps = $state.raw<Step[]>([{ position: emptyPosition(9), move: null }]);
  at = $state(0);
  rules = $state('japanese');
  name = $state('');
  /** The record that the position comes from. */
  record = $state.raw<GoRecord | null>(null);
  mode = $state<Mode>('play');
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
  counting = $state(false);
  /** Does the stone flipped last stay what it is, as that is proved? */
  stays = $state(false);
  private known = $state.raw<ReadonlyMap<string, GoSolution>>(new Map());
  private asked = 0;

  step = $derived(this.steps[this.at]!);
  position = $derived(this.step.position);
  board = $derived(parseDiagram(this.position.diagram)!);
  solution = $derived(this.known.get(this.key(this.position)) ?? null);
  answer = $derived<GoAnswer | null>(this.solution?.first[this.position.turn === 'black' ? 0 : 1] ?? null);
  /** What is said of the position by status, if it was counted. */
  status = $derived(this.counted?.key === this.key(this.position) ? this.counted.status : null);
  komi = $derived(this.record?.komi ?? 0);
  finished = $derived(this.answer !== null && this.answer.line.length === 0);

  private key(position: GoPosition): string {
    return `${this.rules} ${toQuery(position, '').toString()}`;
  }

  /** Takes the position of the address; without one that of the sample. */
  load(query: URLSearchParams, sample: string): void {
    const found = fromQuery(query);
    if (found?.rules) this.rules = found.rules;
    const position = found?.position ?? { ...emptyPosition(1), diagram: sample };
    if (this.key(position) === this.key(this.position)) return;
    if (found && this.recall(position)) return;
    this.begin(position);
    if (!found) void this.solve();
  }

  /** Keeps the line for this tab; the page is about to go. */
  keep(): void {
    const { steps, at, rules, name, record, mode } = this;
    keep({ steps, at, rules, name, record, mode });
  }

  /** Takes up the line kept, if the position is where it stood. */
  private recall(position: GoPosition): boolean {
    const kept = recall();
    const stood = kept?.steps[kept.at]?.position;
    if (!kept || !stood || kept.rules !== this.rules || this.key(stood) !== this.key(position)) return false;
    const { steps, at, name, record, mode } = kept;
    [this.steps, this.at, this.name, this.record, this.mode] = [steps, at, name, record, mode];
    if (mode === 'count') void this.count();
    return true;
  }

  /** A new first position. */
  begin(position: GoPosition): void {
    this.record = null;
    if (this.mode !== 'edit') this.mode = 'play';
    this.set([{ position, move: null }]);
  }

  /** A new line, its end on the board. */
  private set(steps: Step[]): void {
    this.error = '';
    this.trial = null;
    this.counted = null;
    this.stays = false;
    this.steps = steps;
    this.at = steps.length - 1;
    this.keepAddress();
  }

  blank(width: number, height = width): void {
    this.name = '';
    this.begin(emptyPosition(width, height));
    this.mode = 'edit';
  }

  sample(diagram: string): void {
    this.name = '';
    this.mode = 'play';
    this.begin({ ...emptyPosition(1), diagram });
    void this.solve();
  }

  async read(sgf: string): Promise<boolean> {
    this.error = '';
    if (sgf.length > LARGEST_TEXT) {
      this.error = 'too-large';
      return false;
    }
    try {
      const { record } = await server.ask({ type: 'go_read', sgf }, 'go_record');
      this.name = record.name;
      if (record.rules) this.rules = record.rules;
      this.begin(record.steps.at(-1)!.position);
      this.record = record;
      this.mode = 'play';
      // A position that is set up is a problem, a game is counted first.
      if (record.moves === 0) {
        void this.solve();
        return true;
      }
      this.set(record.steps.map(({ position, mv }) => ({ position, move: mv })));
      this.mode = 'count';
      void this.count();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Saves the line on the board as SGF, with what `said` has for its steps. */
  async save(said: ReadonlyMap<number, Said>): Promise<void> {
    this.error = '';
    const { name, record, rules } = this;
    const line = { ...written(this.steps, said), rules, komi: record?.komi ?? null, name, black: record?.black ?? '', white: record?.white ?? '' };
    try {
      const { sgf } = await server.ask({ type: 'go_write', line }, 'go_written');
      saveFile(sgf, 'application/x-go-sgf', `${name || 'game'}.sgf`);
    } catch (error) {
      this.fail(error);
    }
  }

  setRules(rules: string): void {
    this.rules = rules;
    this.keepAddress();
    if (this.mode === 'count') void this.count();
  }

  /** Counts what is on the board: who is alive, whose is what, the score. */
  async count(alive: string[] = [], dead: string[] = []): Promise<void> {
    const { position, rules, komi } = this;
    const key = this.key(position);
    const number = (this.asked += 1);
    [this.error, this.since, this.counting, this.stays] = ['', null, true, false];
    // Only the end of a record is one that both sides have passed in.
    const finished = this.record?.finished === true && this.at === this.steps.length - 1;
    try {
      const { status } = await server.ask({ type: 'go_status', position, rules, komi, finished, alive, dead }, 'go_status');
      if (number === this.asked) this.counted = { key, alive, dead, status };
    } catch (error) {
      if (number === this.asked) this.fail(error);
    } finally {
      if (number === this.asked) this.counting = false;
    }
  }

  isDead(index: number): boolean {
    return this.status?.dead.includes(vertexOf(this.board, index)) ?? false;
  }

  /** Takes a group for dead that was alive, or the other way round, and counts again. */
  async flip(index: number): Promise<void> {
    const { board, status, counted } = this;
    if (!status || !counted || !board.stones[index]) return;
    const wasDead = this.isDead(index);
    const border = new Set(status.dame.map((name) => indexOf(board, name)));
    const group = groupOf(board, index, border).filter((at) => this.isDead(at) === wasDead).map((at) => vertexOf(board, at));
    const others = (names: string[]) => names.filter((name) => !group.includes(name));
    const [alive, dead] = [others(counted.alive), others(counted.dead)];
    await this.count(wasDead ? [...alive, ...group] : alive, wasDead ? dead : [...dead, ...group]);
    this.stays = this.status !== null && !this.counting && this.isDead(index) === wasDead;
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
    if (this.steps !== steps) this.set(steps);
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

  /** Solves what is on the board; the answer of an older question is kept but does not end the waiting. */
  async solve(): Promise<GoSolution | null> {
    const { position, rules } = this;
    const key = this.key(position);
    const found = this.known.get(key);
    if (found && !found.stopped) return found;
    const number = (this.asked += 1);
    [this.error, this.counting] = ['', false];
    this.since = Date.now();
    try {
      const { solution } = await server.ask({ type: 'go_solve', position, rules, seconds: this.limit }, 'go_solved');
      const known = [...this.known].filter(([other]) => other !== key).slice(-KEPT);
      // A search that was stopped because another was asked for says nothing.
      if (!solution.stopped || number === this.asked) this.known = new Map([...known, [key, solution]]);
      return solution;
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

  /** Plays moves from what is on the board; gives whether they are legal. */
  async play(moves: string[], solve = this.solution !== null): Promise<boolean> {
    this.error = '';
    this.trial = null;
    const [at, rules] = [this.at, this.rules];
    if (moves.length === 1 && this.steps[at + 1]?.move === moves[0]) {
      this.goTo(at + 1);
    } else {
      try {
        const { positions } = await server.ask({ type: 'go_play', position: this.position, rules, moves }, 'go_played');
        if (at !== this.at) return false;
        const added = positions.map((position, i) => ({ position, move: moves[i]! }));
        this.steps = [...this.steps.slice(0, at + 1), ...added];
        this.at = at + (moves.length === 1 ? 1 : 0);
        this.keepAddress();
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

  /** A try of the trainer's: marked with its loss, and played with the answer to it if it loses nothing. */
  async attempt(mv: string): Promise<void> {
    const position = this.position;
    this.trial = { mv, loss: null, reply: null };
    const loss = await this.lossOf(mv);
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

  /** Points that a move of the side to move loses; null when that is not known. */
  private async lossOf(mv: string): Promise<number | null> {
    const known = this.answer?.moves.find((candidate) => candidate.mv === mv);
    if (known) return known.loss;
    const [before, position, rules] = [this.answer, this.position, this.rules];
    if (!before || !isExact(before)) return null;
    try {
      const { positions } = await server.ask({ type: 'go_play', position, rules, moves: [mv] }, 'go_played');
      const { solution } = await server.ask({ type: 'go_solve', position: positions[0]!, rules, seconds: this.limit }, 'go_solved');
      const after = solution.first[other(position.turn) === 'black' ? 0 : 1];
      if (!isExact(after)) return null;
      return (before.low - after.low) * (position.turn === 'black' ? 1 : -1);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private fail(error: unknown): void {
    this.error = messageOf(error);
  }

  private keepAddress(): void {
    if (router.route.room === 'go') router.replace(`/go?${toQuery(this.position, this.rules)}`);
  }
}

export const go = new GoRoom();

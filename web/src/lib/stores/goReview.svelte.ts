// The review of a game of go: what its moves lose, asked for a few moves at a time.

import { messageOf } from '../errors.ts';
import type { Reviewed, Step } from '../go/line.ts';
import { chunks, type Chunk } from '../go/review.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { goMove, goWords } from '../i18n/go.ts';
import { errorText } from '../i18n/errors.ts';
import type { ReplyOf } from '../net/client.ts';
import type { Side } from '../protocol.ts';
import { go } from './go.svelte.ts';
import { second } from './goSecond.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { server } from './server.svelte.ts';

/** How many moves from the end can be reviewed. */
export const SPANS = [20, 40, 80, 160] as const;

/** The total loss of a side's moves. */
export interface SideSum {
  judged: number;
  unknown: number;
  mistakes: number;
  lost: number;
}

class GoReview {
  span = $state<number>(SPANS[1]);
  /** Is the engine of the second opinion asked about losses that only our estimates show, if there is one? */
  second = $state(true);
  /** Are answers hidden until they are found? */
  quiz = $state(false);
  running = $state(false);
  total = $state(0);
  error = $state('');
  /** A wrong try at the position on the board. */
  wrong = $state<{ at: number; mv: string } | null>(null);
  /** The mistakes of a line whose answers are known. */
  private found = $state.raw<{ line: Step[]; steps: ReadonlySet<number> }>({ line: [], steps: new Set() });
  private asked = 0;

  private line = $derived(go.review?.line ?? []);
  /** Is it of the game that the line on the board comes from, by the rules chosen now? */
  private isOfThis = $derived(this.line[0] === go.steps[0] && go.review?.rules === go.rules);
  moves = $derived(this.isOfThis ? (go.review?.moves ?? []) : []);
  /** Has the line on the board left the game? */
  hasLeft = $derived(this.isOfThis && this.line !== go.steps);
  mistakes = $derived(this.moves.filter(({ loss }) => loss !== null && loss > 0));
  /** The judgement of the move played on the board, or null. */
  current = $derived(this.hasLeft ? null : (this.moves.find(({ at }) => at === go.at + 1) ?? null));
  /** The judgements of the mistakes of the line on the board, by their steps. */
  said = $derived(new Map(this.hasLeft ? [] : this.mistakes.map((one) => [one.at, { comment: `${this.loses(one)} (${i18n.of(goWords).bases[one.basis] ?? one.basis})`, better: one.best }])));
  /** Must the answer still be found? */
  isHidden = $derived(this.quiz && this.current !== null && this.current.loss !== 0 && !(this.found.line === this.line && this.found.steps.has(this.current.at)));
  /** Marks on the board: the best moves, and the loss of the move played. */
  marks = $derived.by((): { move: string; loss: number }[] => {
    if (!this.current || this.isHidden) return [];
    const { best, move, loss } = this.current;
    const played = loss === null || best.includes(move) ? [] : [{ move, loss }];
    return [...best.map((move) => ({ move, loss: 0 })), ...played];
  });

  sum(side: Side): SideSum {
    const own = this.moves.filter((one) => one.color === side);
    const losses = own.flatMap(({ loss }) => (loss === null ? [] : [loss]));
    const lost = losses.reduce((sum, loss) => sum + loss, 0);
    return { judged: losses.length, unknown: own.length - losses.length, mistakes: losses.filter((loss) => loss > 0).length, lost };
  }

  /** The loss of a mistake, and the better moves. */
  loses({ move, loss, best }: Reviewed): string {
    const t = i18n.of(goWords);
    return t.playedLoses(goMove(move), t.points(loss ?? 0), best.map(goMove).join(' '));
  }

  /** The number of the move that leads to a step; set-ups have none. */
  numberOf(at: number): number {
    return this.line.slice(0, at + 1).filter(({ move }) => move !== null).length;
  }

  /** Reviews the last moves of the line on the board. */
  async start(): Promise<void> {
    const number = (this.asked += 1);
    const { document, steps: line, rules } = go;
    let asks = this.second && second.engine !== null;
    const parts = chunks(line, this.span);
    go.review = { line, rules, moves: [] };
    [this.found, this.wrong, this.error] = [{ line, steps: new Set() }, null, ''];
    this.total = parts.reduce((sum, { to, from }) => sum + to - from, 0);
    this.running = true;
    try {
      for (const part of parts) {
        const { moves, fault } = await this.ask(line, rules, part, asks);
        // Another game may be on the board by now.
        if (number !== this.asked || go.document !== document || !go.review) return;
        go.review = { line, rules, moves: [...go.review.moves, ...moves.map((one, i) => ({ ...one, at: part.from + i }))] };
        void go.keep();
        if (fault !== null) {
          // Our judgement does not need the other one.
          asks = false;
          this.error = errorText('engine', fault, prefs.lang);
        }
        // The search was given up for another.
        if (moves.length < part.to - part.from) break;
      }
    } catch (error) {
      if (number === this.asked) this.error = messageOf(error);
    } finally {
      if (number === this.asked) this.running = false;
    }
  }

  private ask(line: Step[], rules: string, { begin, from, to }: Chunk, second: boolean): Promise<ReplyOf<'go_reviewed'>> {
    const part = line.slice(begin, to);
    const positions = part.map(({ position }) => position);
    const moves = part.slice(1).map(({ move }) => move!);
    return server.ask({ type: 'go_review', positions, moves, first: from - begin - 1, rules, komi: go.komi, second }, 'go_reviewed');
  }

  /** Ends the review; results stay. */
  stop(): void {
    this.asked += 1;
    this.running = false;
    void server.attempt({ type: 'work_stop' }, 'ok');
  }

  /** Shows the position before a move of the game. */
  show(at: number): void {
    this.wrong = null;
    go.takeUp(this.line, at - 1);
  }

  /** Tries a move instead of the one played. */
  attempt(mv: string): void {
    if (!this.current) return;
    const { at, best } = this.current;
    if (best.includes(mv)) {
      this.know(at);
      this.wrong = null;
    } else this.wrong = { at, mv };
  }

  /** Gives the answer away. */
  reveal(): void {
    if (this.current) this.know(this.current.at);
    this.wrong = null;
  }

  private know(at: number): void {
    const known = this.found.line === this.line ? this.found.steps : [];
    this.found = { line: this.line, steps: new Set([...known, at]) };
  }
}

export const review = new GoReview();

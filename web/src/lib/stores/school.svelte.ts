// The beginner's course: the current task, the verdict on the last move, and progress.

import type { LegalMoves } from '../protocol.ts';
import { broken, isCheck, isMate, legalList, legalUsi, type Broken } from '../school/rules.ts';
import { CHAPTERS, FIRST_GAME, MATES, MATE_SET, MATES_TAKEN } from '../school/chapters/index.ts';
import { isAlone, judge, nextOf, openStars, positionAfter, type Chapter, type Miss, type Task } from '../school/task.ts';
import { applyMove, formatSfen, parseMove, parseSfen, squareIndex, EVEN_SFEN, type Piece } from '../shogi/sfen.ts';
import { play } from './play.svelte.ts';
import { Progress } from './progress.svelte.ts';
import { router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

const REPLY_MS = 700;
const STEP_MS = 900;

/** `ask`: waits for a move; `busy`: plays one; then solved, shown, or missed by a legal move. */
type Phase = 'ask' | 'busy' | 'solved' | 'shown' | 'missed';
/** The verdict on the last move. */
type Said = { type: 'broken'; rule: Broken; piece: Piece } | { type: 'missed'; miss: Miss; reply: string | null } | { type: 'star' } | null;

const wait = (ms: number): Promise<void> => new Promise((then) => setTimeout(then, ms));

/** Tasks from problems of one move. */
function matesOf(problems: readonly { sfen: string }[]): Task[] {
  return problems.flatMap(({ sfen }) => {
    const position = parseSfen(sfen);
    const usi = position?.turn === 'black' ? legalUsi(position).find((move) => isMate(applyMove(position, move))) : undefined;
    return usi ? [{ sfen, goal: { type: 'mate' }, solution: [usi], ask: { en: 'Mate in one move.', ja: '1手で詰ましましょう。' } } as const] : [];
  });
}

class School {
  /** Place of the chapter and of the task, from 0; -1: the list of chapters. */
  at = $state(-1);
  index = $state(0);
  moves = $state.raw<readonly string[]>([]);
  phase = $state<Phase>('ask');
  said = $state.raw<Said>(null);
  /** 1: the piece is marked, 2: the move is drawn. */
  hint = $state(0);
  mates = $state.raw<Task[]>([]);
  matesFailed = $state(false);
  private readonly progress = new Progress('school');
  /** Won games that were counted: after a reset they do not count again. */
  private counted = new Set<number>();
  private asked = 0;

  chapter = $derived<Chapter | null>(CHAPTERS[this.at] ?? null);
  task = $derived<Task | null>(this.chapter ? (this.tasksOf(this.chapter)[this.index] ?? null) : null);
  position = $derived(this.task ? positionAfter(this.task, this.moves) : parseSfen(EVEN_SFEN)!);
  sfen = $derived(formatSfen(this.position));
  lastMove = $derived(this.moves.at(-1) ?? null);
  check = $derived(isCheck(this.position));
  stars = $derived(this.task ? openStars(this.task, this.moves, this.position) : []);
  /** Pieces that collect stars are not asked about promotion, which is a later lesson. */
  private offered = $derived(legalList(this.position).filter((move) => !(move.promote && this.task?.goal.type === 'stars')));
  legal = $derived<LegalMoves | null>(
    this.task && this.phase === 'ask'
      ? { sfen: this.sfen, turn: this.position.turn, check: this.check, declare: false, moves: this.offered }
      : null,
  );
  /** The move that hints and lines show. */
  private next = $derived(this.task && this.phase === 'ask' ? nextOf(this.task, this.moves) : null);
  arrow = $derived(this.next && (this.hint > 1 || this.task?.goal.type === 'line') ? this.next : null);
  marks = $derived(this.next && this.hint === 1 && this.next[1] !== '*' ? [squareIndex(this.next)] : []);
  fromStand = $derived(this.next?.[1] === '*');
  over = $derived(this.phase === 'solved' || this.phase === 'shown');
  done = $derived(this.progress.done);

  tasksOf(chapter: Chapter): readonly Task[] {
    return chapter.id === MATES ? this.mates : chapter.tasks;
  }

  /** Number of tasks of a chapter, also before those of the server are loaded; the first game counts as one. */
  countOf({ id, tasks }: Chapter): number {
    if (id === MATES) return this.mates.length || MATES_TAKEN;
    return id === FIRST_GAME ? 1 : tasks.length;
  }

  isDone = (chapter: Chapter, index: number): boolean => this.done.has(`${chapter.id}-${index + 1}`);
  doneIn = (chapter: Chapter): number => [...new Array(this.countOf(chapter)).keys()].filter((index) => this.isDone(chapter, index)).length;
  /** The first task of a chapter that is not done. */
  private firstOpen(chapter: Chapter): number {
    const open = [...new Array(this.countOf(chapter)).keys()].find((index) => !this.isDone(chapter, index));
    return open ?? 0;
  }

  total = $derived(CHAPTERS.reduce((sum, chapter) => sum + this.countOf(chapter), 0));
  totalDone = $derived(CHAPTERS.reduce((sum, chapter) => sum + this.doneIn(chapter), 0));
  /** The chapter to go on with. */
  following = $derived(Math.max(0, CHAPTERS.findIndex((chapter) => this.doneIn(chapter) < this.countOf(chapter))));

  /** Takes chapter and task of the address, both from 1. */
  open(chapter: number | null, task: number | null): void {
    this.at = chapter !== null && CHAPTERS[chapter - 1] ? chapter - 1 : -1;
    if (!this.chapter) return this.again();
    const count = this.countOf(this.chapter);
    this.index = task !== null && task >= 1 && task <= count ? task - 1 : this.firstOpen(this.chapter);
    this.again();
  }

  /** Asks for the problems of the mate chapter. */
  async loadMates(): Promise<void> {
    if (this.chapter?.id !== MATES || this.mates.length > 0) return;
    this.matesFailed = false;
    try {
      const { problems } = await server.ask({ type: 'mate_problems', set: MATE_SET }, 'mate_problems');
      this.mates = matesOf(problems.slice(0, MATES_TAKEN));
    } catch {
      this.matesFailed = true;
    }
  }

  /** The same task from its start. */
  again(): void {
    this.asked += 1;
    [this.moves, this.phase, this.said, this.hint] = [[], 'ask', null, 0];
  }

  /** Address of a task of the chapter. */
  address = (index: number): string => `/learn/${this.at + 1}/${index + 1}`;

  /** Is this the last task of its chapter? */
  isLast = $derived(this.chapter !== null && this.index + 1 >= this.countOf(this.chapter));

  /** Goes to the next task, or to the next chapter; after the last one to the list. */
  advance(): void {
    router.go(!this.isLast ? this.address(this.index + 1) : CHAPTERS[this.at + 1] ? `/learn/${this.at + 2}` : '/learn');
  }

  /** A legal move of the learner. */
  move(usi: string): void {
    const { task } = this;
    if (!task || this.phase !== 'ask') return;
    const before = this.stars.length;
    const moves = [...this.moves, usi];
    const outcome = judge(task, moves);
    [this.hint, this.said] = [0, null];
    if (outcome === 'otherMove') {
      this.said = { type: 'missed', miss: outcome, reply: null };
      return;
    }
    this.moves = moves;
    if (outcome === 'solved') this.solve();
    else if (outcome !== 'open') this.miss(outcome);
    else if (!isAlone(task)) void this.reply(task);
    else if (task.goal.type === 'stars' && this.stars.length < before) this.said = { type: 'star' };
  }

  private solve(): void {
    this.phase = 'solved';
    this.progress.mark(`${this.chapter!.id}-${this.index + 1}`);
  }

  private miss(miss: Miss): void {
    this.phase = 'missed';
    const reply = miss === 'notMate' ? (legalUsi(this.position)[0] ?? null) : null;
    this.said = { type: 'missed', miss, reply };
  }

  /** White's answer in a line. */
  private async reply(task: Task): Promise<void> {
    const asked = this.asked;
    this.phase = 'busy';
    await wait(REPLY_MS);
    if (asked !== this.asked) return;
    this.moves = task.solution.slice(0, this.moves.length + 1);
    this.phase = 'ask';
  }

  /** Explains an illegal move. */
  tryOut(usi: string): void {
    const rule = broken(this.position, usi);
    const move = parseMove(usi);
    if (!rule || !move || this.phase !== 'ask') return;
    const piece = move.drop ? { kind: move.drop, promoted: false, side: this.position.turn } : this.position.board[move.from!];
    if (piece) this.said = { type: 'broken', rule, piece };
  }

  /** One more degree of the hint; from the start when the moves have left the solution. */
  help(): void {
    if (!this.task || this.over || this.phase === 'busy') return;
    if (this.phase === 'missed' || !nextOf(this.task, this.moves)) this.again();
    this.said = null;
    this.hint = Math.min(this.hint + 1, 2);
  }

  /** Plays the solution from the start. */
  async show(): Promise<void> {
    const { task } = this;
    if (!task) return;
    this.again();
    const asked = this.asked;
    this.phase = 'busy';
    for (let count = 1; count <= task.solution.length; count += 1) {
      await wait(STEP_MS);
      if (asked !== this.asked) return;
      this.moves = task.solution.slice(0, count);
    }
    this.phase = 'shown';
  }

  /** Marks the last chapter as done once a game against the weakest level is won. */
  noticeGames(): void {
    const won = [...play.games.values()].filter(({ game, black, white, result }) => {
      const [me, rival] = black.type === 'human' ? [black, white] : [white, black];
      const winner = result?.winner === 'black' ? black : result?.winner === 'white' ? white : null;
      return me.type === 'human' && winner === me && rival.type === 'engine' && rival.level === 1 && !this.counted.has(game);
    });
    for (const { game } of won) this.counted.add(game);
    if (won.length > 0) this.progress.mark(`${FIRST_GAME}-1`);
  }

  reset(): void {
    this.progress.reset();
    this.again();
  }
}

export const school = new School();

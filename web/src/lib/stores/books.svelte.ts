// Opening books: the list, the position that is shown, and changes. Positions are asked for one by one.

import { messageOf } from '../errors.ts';
import { bookFault } from '../i18n/books.ts';
import { RequestError } from '../net/client.ts';
import type { BookInfo, BookMoveData, BookPosition, Request } from '../protocol.ts';
import { applyMove, EVEN_SFEN, formatSfen, parseMove, parseSfen, samePosition } from '../shogi/sfen.ts';
import { notices } from './notices.svelte.ts';
import { prefs } from './prefs.svelte.ts';
import { formatAddress, router } from './router.svelte.ts';
import { server } from './server.svelte.ts';

type BookRequest = Extract<Request, { type: `book_${string}` }>;

class Books {
  all = $state.raw<BookInfo[]>([]);
  loaded = $state(false);
  /** The book of the address. */
  current = $derived(this.all.find((one) => one.book === router.route.id) ?? null);
  /** Where the line begins, and its moves; illegal texts in the address end it. */
  start = $derived(parseSfen(router.route.query.get('sfen') ?? '') ? router.route.query.get('sfen')! : EVEN_SFEN);
  line = $derived((router.route.query.get('line') ?? '').split(' ').filter((usi) => parseMove(usi) !== null));
  sfen = $derived(this.line.length === 0 ? this.start : formatSfen(this.line.reduce(applyMove, parseSfen(this.start)!)));
  position = $state.raw<BookPosition | null>(null);
  /** What the book has for the board, if it is known already. */
  shown = $derived(this.position && samePosition(this.position.sfen, this.sfen) ? this.position : null);
  error = $state('');
  /** The last move that was played out of the book. */
  left = $state.raw<{ sfen: string; usi: string } | null>(null);
  /** Is a change under way? */
  busy = $state(false);

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'books') this.all = event.books;
    });
  }

  /** Requests a change; returns the number of the added book, if any. Fails with the server's error. */
  async ask(request: BookRequest): Promise<number | null> {
    this.busy = true;
    try {
      const reply = await server.ask(request, 'books');
      this.all = reply.books;
      this.loaded = true;
      return reply.added;
    } finally {
      this.busy = false;
    }
  }

  /** The same; an error becomes a notice. Returns whether it was done. */
  async change(request: BookRequest): Promise<boolean> {
    try {
      await this.ask(request);
      return true;
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'lost')) notices.add('error', faultOf(error));
      return false;
    }
  }

  load(): Promise<boolean> {
    return this.change({ type: 'book_list' });
  }

  /** Adds a book and goes to it. */
  async add(request: BookRequest): Promise<void> {
    const added = await this.ask(request);
    if (added !== null) this.go(added, []);
  }

  /** Asks what the book has for the board. */
  async look(book: number, sfen: string): Promise<void> {
    try {
      const { position } = await server.ask({ type: 'book_look', book, sfen }, 'book');
      if (book !== this.current?.book || !samePosition(sfen, this.sfen)) return;
      this.position = position;
      this.error = '';
    } catch (error) {
      this.position = null;
      this.error = faultOf(error);
    }
  }

  /** Goes to a book and the position after a line from where it begins. */
  go(book: number | null, line: string[]): void {
    const query = new URLSearchParams();
    if (book === this.current?.book && this.start !== EVEN_SFEN) query.set('sfen', this.start);
    if (line.length > 0) query.set('line', line.join(' '));
    router.go(formatAddress({ room: 'books', id: book, node: null }, query));
  }

  /** Plays a move on the board; each step is an entry of the history. */
  play(usi: string): void {
    this.go(this.current?.book ?? null, [...this.line, usi]);
  }

  back(): void {
    if (this.line.length > 0) this.go(this.current?.book ?? null, this.line.slice(0, -1));
  }

  /** Adds or changes a move of a position. */
  setMove(sfen: string, change: BookMoveData, first = false): Promise<boolean> {
    return this.change({ type: 'book_move_set', book: this.current!.book, sfen, change, first });
  }
}

export const books = new Books();

/** Why something about books failed, in the language of the page. */
export const faultOf = (error: unknown): string =>
  (error instanceof RequestError ? bookFault(error.said, prefs.lang) : null) ?? messageOf(error);

/** A move that has only been played. */
export const played = (usi: string): BookMoveData =>
  ({ usi, reply: null, value: null, depth: null, count: 1, mark: null, comment: '' });

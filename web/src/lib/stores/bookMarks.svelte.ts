// Which moves of the analysed game are those of the chosen book.

import { bookMarkWords } from '../i18n/bookMarks.ts';
import { i18n } from '../i18n/index.svelte.ts';
import type { BookMark, BookPlayed, TreeNode } from '../protocol.ts';
import type { Doc } from '../tree/document.ts';
import { prefs } from './prefs.svelte.ts';
import { server } from './server.svelte.ts';
import { writtenLine } from './view.svelte.ts';

/** Moves that one request asks about. */
const PART = 500;

/** What the book says about a move: that it has it, or that the move leaves the book. */
export interface ShownMark {
  left: boolean;
  text: string;
}

class Marks {
  private known = $state.raw<ReadonlyMap<string, BookMark>>(new Map());
  /** Raised when a book has changed: everything has to be asked for again. */
  private changed = $state(0);
  private book = 0;
  private asked = new Set<string>();

  constructor() {
    server.onEvent((event) => {
      if (event.type === 'books') this.forget();
    });
  }

  /** The mark of a move; null for one outside of the book, and while nothing is known. */
  of(doc: Doc | null, node: TreeNode): ShownMark | null {
    const move = prefs.value.book !== 0 && doc ? playedAt(doc, node) : null;
    const mark = move ? this.known.get(keyOf(move)) : undefined;
    const words = i18n.of(bookMarkWords);
    if (mark?.type === 'inside') return { left: false, text: words.inBook };
    if (mark?.type !== 'deviation') return null;
    return { left: true, text: words.leavesBook(writtenLine(move!.sfen, [mark.usi])[0] ?? mark.usi) };
  }

  /** Asks about the moves of a game that are not known yet. */
  load(doc: Doc | null): void {
    const { book } = prefs.value;
    void this.changed;
    if (book !== this.book) this.forget();
    this.book = book;
    if (book === 0 || !doc || server.state !== 'ready') return;
    const all = [...doc.nodes.values()].flatMap((node) => playedAt(doc, node) ?? []);
    const wanted = all.filter((move) => !this.asked.has(keyOf(move)));
    for (const move of wanted) this.asked.add(keyOf(move));
    if (wanted.length > 0) void this.ask(book, wanted);
  }

  private forget(): void {
    this.known = new Map();
    this.asked.clear();
    this.changed += 1;
  }

  private async ask(book: number, wanted: BookPlayed[]): Promise<void> {
    for (let from = 0; from < wanted.length; from += PART) {
      const part = wanted.slice(from, from + PART);
      const reply = await server.ask({ type: 'book_marks', book, played: part }, 'book_marks').catch(() => null);
      if (!reply || book !== prefs.value.book) return;
      this.known = new Map([...this.known, ...part.map((move, at) => [keyOf(move), reply.marks[at]!] as const)]);
    }
  }
}

const keyOf = ({ sfen, usi }: BookPlayed): string => `${usi} ${sfen}`;

function playedAt(doc: Doc, node: TreeNode): BookPlayed | null {
  const before = node.kind === 'move' && node.parent !== null ? doc.nodes.get(node.parent) : undefined;
  return before ? { sfen: before.sfen, usi: node.usi } : null;
}

export type BookMarks = Marks;
export const bookMarks = new Marks();

// "Why not this move?": the move on the board against the engine's, judged on request.

import { messageOf } from '../errors.ts';
import type { MoveVerdict, TreeNode } from '../protocol.ts';
import { mainLine } from '../tree/document.ts';
import { documents } from './documents.svelte.ts';
import { reports } from './reports.svelte.ts';
import { server } from './server.svelte.ts';

interface Answer {
  place: string;
  verdict: MoveVerdict | null;
  error: string;
}

class Why {
  private answer = $state.raw<Answer | null>(null);
  /** Moves that were made on the board. */
  private tried = $state.raw<ReadonlySet<string>>(new Set());
  private place = $derived(`${documents.current?.state.info.id}/${documents.node?.id}`);

  before = $derived<TreeNode | null>(documents.current?.nodes.get(documents.node?.parent ?? -1) ?? null);
  /** Can the move on the board be asked about: a move tried out, or a mistake of the game without a reason, that is not the engine's own? */
  possible = $derived.by(() => {
    const [node, before] = [documents.node, this.before];
    if (!documents.current || !before || node?.kind !== 'move' || !node.usi) return false;
    const judged = [node.id, ...before.children].map((id) => reports.current?.moves.get(id)).find((move) => move !== undefined);
    if (judged?.best === node.usi) return false;
    const own = reports.current?.moves.get(node.id);
    if (own) return own.class !== null && !own.reasons;
    return this.tried.has(this.place) || !mainLine(documents.current).includes(node);
  });
  private mine = $derived(this.answer?.place === this.place ? this.answer : null);
  asking = $derived(this.mine !== null && this.mine.verdict === null && this.mine.error === '');
  verdict = $derived(this.mine?.verdict ?? null);
  error = $derived(this.mine?.error ?? '');

  /** Plays a move on the board, which can then be asked about. */
  async play(usi: string): Promise<void> {
    await documents.play(usi);
    if (documents.node?.usi === usi) this.tried = new Set([...this.tried, this.place]);
  }

  async ask(): Promise<void> {
    const [place, node, before] = [this.place, documents.node, this.before];
    if (!node || !before) return;
    this.answer = { place, verdict: null, error: '' };
    try {
      const { verdict } = await server.ask({ type: 'move_judge', sfen: before.sfen, usi: node.usi, reasons: true }, 'verdict');
      this.settle({ place, verdict, error: '' });
    } catch (error) {
      this.settle({ place, verdict: null, error: messageOf(error) });
    }
  }

  /** An answer to an earlier question is late. */
  private settle(answer: Answer): void {
    if (this.answer?.place === answer.place) this.answer = answer;
  }
}

export const why = new Why();

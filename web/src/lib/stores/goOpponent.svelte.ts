// The Go program of the settings as an opponent on the board.

import { messageOf } from '../errors.ts';
import { go } from './go.svelte.ts';
import { second } from './goSecond.svelte.ts';
import { server } from './server.svelte.ts';

class GoOpponent {
  /** Does it answer every move? */
  answers = $state(false);
  thinking = $state(false);
  /** What it did last instead of a stone. */
  said = $state<'pass' | 'resign' | null>(null);
  private asked = 0;

  /** Makes the user's move, and lets the program answer if it shall. */
  async after(move: () => Promise<boolean>): Promise<void> {
    if (this.thinking) this.stop();
    this.said = null;
    if ((await move()) && this.answers && second.engine) await this.move();
  }

  /** Lets the program move in the position on the board; after two passes the board is counted. */
  move = async (): Promise<void> => {
    const { at, rules, komi } = go;
    const line = go.steps.slice(0, at + 1);
    const from = line.findLastIndex(({ move }) => move === null);
    const moves = line.slice(from + 1).map(({ move }) => move!);
    const number = (this.asked += 1);
    [this.thinking, this.said, go.error] = [true, null, ''];
    try {
      const { mv } = await server.ask({ type: 'go_answer', position: line[from]!.position, moves, rules, komi }, 'go_answered');
      // The user has gone on meanwhile.
      if (number !== this.asked || go.at !== at) return;
      this.said = mv === 'pass' || mv === 'resign' ? mv : null;
      if (mv !== 'resign') await go.play([mv]);
      if (mv === 'pass' && moves.at(-1) === 'pass') {
        go.mode = 'count';
        await go.count();
      }
    } catch (error) {
      if (number === this.asked) go.error = messageOf(error);
    } finally {
      if (number === this.asked) this.thinking = false;
    }
  };

  stop = (): void => {
    [this.asked, this.thinking] = [this.asked + 1, false];
    go.stop();
  };
}

export const opponent = new GoOpponent();

// Pointer and keys on a board of go: a click or Enter presses a point.

import type { GoBoard } from '../../lib/go/board.ts';
import { pointAt } from '../../lib/go/layout.ts';

const STEPS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class GoInput {
  /** The point under the cursor of the keyboard. */
  cursor = $state<number | null>(null);
  private readonly board: () => GoBoard;
  private readonly press: (index: number) => void;

  constructor(board: () => GoBoard, press: (index: number) => void) {
    this.board = board;
    this.press = press;
  }

  private get middle(): number {
    const { width, height } = this.board();
    return Math.floor(height / 2) * width + Math.floor(width / 2);
  }

  onpointerdown = (event: PointerEvent & { currentTarget: SVGSVGElement }): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.cursor = null;
    const point = pointAt(this.board(), event.currentTarget, event);
    if (point !== null) this.press(point);
  };

  onkeydown = (event: KeyboardEvent & { currentTarget: SVGSVGElement }): void => {
    const step = STEPS[event.key];
    const { width, height } = this.board();
    const at = this.cursor ?? this.middle;
    if (step) {
      const [column, row] = [(at % width) + step[0], Math.floor(at / width) + step[1]];
      if (column >= 0 && column < width && row >= 0 && row < height) this.cursor = row * width + column;
    } else if (event.key === 'Enter' || event.key === ' ') this.press(at);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  onfocus = (event: FocusEvent & { currentTarget: SVGSVGElement }): void => {
    if (event.currentTarget.matches(':focus-visible')) this.cursor ??= this.middle;
  };

  onblur = (): void => {
    this.cursor = null;
  };
}

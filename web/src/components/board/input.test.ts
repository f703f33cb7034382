import { describe, expect, it } from 'vitest';
import type { LegalMoves } from '../../lib/protocol.ts';
import { BoardInput } from './input.svelte.ts';

const legal = (sfen: string): LegalMoves =>
  ({ sfen, moves: [{ usi: '7g7f', from: '7g', to: '7f', drop: null, promote: false }] }) as unknown as LegalMoves;

/** The square of 7g. */
const PAWN = { square: 56, drop: null } as const;

describe('a held piece', () => {
  it('stays in the hand when the same position is answered again, and is put down with another', () => {
    const input = new BoardInput(() => {});
    input.reset(legal('one'));
    input.held = PAWN;
    input.reset(legal('one'));
    expect(input.held).toEqual(PAWN);
    input.reset(legal('two'));
    expect(input.held).toBeNull();
    input.held = PAWN;
    input.reset(null);
    expect(input.held).toBeNull();
  });
});

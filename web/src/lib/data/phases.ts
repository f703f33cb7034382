// The parts of a game.

import type { GamePhase } from '../protocol.ts';

/** In their order. */
export const PHASES = ['opening', 'middle', 'endgame'] as const satisfies GamePhase[];

// The two sides of a game.

import type { Side } from './protocol.ts';

/** The side that is not this one. */
export const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');

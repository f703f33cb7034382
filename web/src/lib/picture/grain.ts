// The grain of wood: lines along the board, near to straight, as a board cut across the rings has.

/** Side of the tile that is filled with grain, in units of a board's drawing. */
export const GRAIN_SIZE = 1300;
const SHADES = 3;

/** Numbers between 0 and 1, always the same ones: every board has the same grain. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The lines of the tile, as one path for each strength, the faintest first. */
export function grainPaths(): string[] {
  const next = sequence(1_301);
  const paths = new Array<string>(SHADES).fill('');
  for (let x = 0; x < GRAIN_SIZE; x += 4 + next() * 11) {
    const bend = () => Math.round(x + (next() - 0.5) * 16);
    paths[Math.floor(next() ** 2 * SHADES)] += `M${bend()} 0C${bend()} 430 ${bend()} 870 ${bend()} ${GRAIN_SIZE}`;
  }
  return paths;
}

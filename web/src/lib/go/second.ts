// A second opinion next to ours: whose the points are, and where the two differ.

import type { GoPointStatus, GoSecondOpinion, Side } from '../protocol.ts';

/** A point of which the two take different sides for the owner. */
export interface Differing {
  coord: string;
  /** Whose it is in the second opinion. */
  owner: Side;
  /** Is ours proved, so that it is right? */
  proved: boolean;
}

/** The owners of points in the second opinion. */
export const ownersOf = ({ owned: [black, white] }: GoSecondOpinion): ReadonlyMap<string, Side> =>
  new Map([...black.map((coord): [string, Side] => [coord, 'black']), ...white.map((coord): [string, Side] => [coord, 'white'])]);

/** The points with two owners. Where one of the two names none, they do not differ. */
export function differing(ours: GoPointStatus[], second: GoSecondOpinion): Differing[] {
  const owners = ownersOf(second);
  return ours.flatMap(({ coord, owner, how }) => {
    const theirs = owners.get(coord);
    return owner && theirs && owner !== theirs ? [{ coord, owner: theirs, proved: how !== 'assumed' }] : [];
  });
}

/** The points as the board tints them: none of them is proved. */
export const tinted = (second: GoSecondOpinion): GoPointStatus[] =>
  [...ownersOf(second)].map(([coord, owner]) => ({ coord, owner, status: 'territory', probability: 1, how: 'assumed' }));

// Legal moves by position, asked from the server once.

import type { LegalMoves } from '../protocol.ts';
import { server } from './server.svelte.ts';

const KEPT = 300;
const known = new Map<string, Promise<LegalMoves | null>>();

export function legalMoves(sfen: string): Promise<LegalMoves | null> {
  const cached = known.get(sfen);
  if (cached) return cached;
  const asked = server.ask({ type: 'legal_moves', sfen }, 'legal_moves').then(
    (reply) => reply.legal,
    () => {
      known.delete(sfen);
      return null;
    },
  );
  known.set(sfen, asked);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
  return asked;
}

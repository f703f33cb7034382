// Sentences about the current task.

import { i18n } from '../../lib/i18n/index.svelte.ts';
import { schoolWords } from '../../lib/i18n/school.ts';
import { pieceName } from '../../lib/shogi/notation.ts';
import type { Piece } from '../../lib/shogi/sfen.ts';
import { prefs } from '../../lib/stores/prefs.svelte.ts';
import { school } from '../../lib/stores/school.svelte.ts';
import { writtenLine } from '../../lib/stores/view.svelte.ts';

/** How a piece moves. */
function wayOf({ kind, promoted }: Piece): string {
  const { ways } = i18n.of(schoolWords);
  return ways[promoted ? `+${kind}` : kind] ?? ways['G']!;
}

/** The verdict on the last move; empty before it. */
export function saidText(): string {
  const t = i18n.of(schoolWords);
  const { said, task } = school;
  if (school.phase === 'solved') return task?.goal.type === 'line' ? task.goal.end[prefs.lang] : t.solved;
  if (school.phase === 'shown') return t.shown;
  switch (said?.type) {
    case undefined: return '';
    case 'star': return t.starReached(school.stars.length);
    case 'broken': return said.rule === 'shape' ? t.way(pieceName(said.piece, prefs.lang), wayOf(said.piece)) : t.broken[said.rule];
    case 'missed': {
      const [reply] = said.reply ? writtenLine(school.sfen, [said.reply]) : [];
      return [t.missed[said.miss], reply ? t.wayOut(reply) : ''].filter((part) => part !== '').join(prefs.lang === 'ja' ? '' : ' ');
    }
  }
}

/** What a line does next, or what a hint points at. */
export function stepText(): string {
  const t = i18n.of(schoolWords);
  const { goal } = school.task ?? {};
  if (school.over || school.phase === 'missed') return '';
  if (goal?.type === 'line') {
    if (school.phase === 'busy') return goal.alone ? '' : t.played;
    return goal.steps[goal.alone ? school.moves.length : school.moves.length / 2]?.[prefs.lang] ?? '';
  }
  if (school.hint === 0) return '';
  return school.hint > 1 ? t.byArrow : school.fromStand ? t.fromStand : t.markedPiece;
}

// The words of a problem of the daily list, by its kind.

import { i18n } from '../../lib/i18n/index.svelte.ts';
import { dailyWords } from '../../lib/i18n/daily.ts';
import { goMove, goWords } from '../../lib/i18n/go.ts';
import type { DailyGo, DailyOrigin } from '../../lib/protocol.ts';
import { percent } from '../../lib/shogi/evaluation.ts';
import { daily } from '../../lib/stores/daily.svelte.ts';
import { writtenLine } from '../../lib/stores/view.svelte.ts';

export interface Said {
  title: string;
  players: string;
  /** The move of the game: what it is, its name, its loss. */
  label: string;
  played: string;
  note: string;
  ask: string;
  wrong: string;
  good: string;
  shown: string;
}

export function said(): Said {
  const { origin, go } = daily.entry ?? {};
  if (origin && go) return saidOfGo(origin, go);
  return daily.isThreat ? saidOfThreat(origin) : saidOfMistake(origin);
}

const playersOf = (origin: DailyOrigin | null | undefined): string => (origin ? `☗${origin.black || '?'} ☖${origin.white || '?'}` : '');

const playedIn = (origin: DailyOrigin | null | undefined): string =>
  origin ? (writtenLine(origin.before ?? daily.entry?.problem.sfen ?? '', [origin.usi])[0] ?? origin.usi) : '';

function saidOfMistake(origin: DailyOrigin | null | undefined): Said {
  const t = i18n.of(dailyWords);
  return {
    title: t.mistake,
    players: playersOf(origin),
    label: i18n.t.learnPlayed,
    played: playedIn(origin),
    note: origin ? `${origin.class ? i18n.mistake(origin.class) : ''} ${i18n.t.lossText(percent(origin.loss))}` : '',
    ask: i18n.t.learnAsk(i18n.side(origin?.side ?? 'black')),
    wrong: i18n.t.learnBad(percent(daily.judged?.loss ?? 0)),
    good: t.solved,
    shown: i18n.t.best,
  };
}

function saidOfThreat(origin: DailyOrigin | null | undefined): Said {
  const t = i18n.of(dailyWords);
  return {
    title: t.threat,
    players: playersOf(origin),
    label: t.lastMove,
    played: playedIn(origin),
    note: '',
    ask: t.threatAsk(i18n.side(origin?.side === 'black' ? 'white' : 'black')),
    wrong: t.threatWrong,
    good: t.threatRight,
    shown: t.threatShown,
  };
}

function saidOfGo(origin: DailyOrigin, go: DailyGo): Said {
  const t = i18n.of(goWords);
  const tried = goMove(daily.tried);
  const unknown = daily.judged?.unknown;
  return {
    title: i18n.of(dailyWords).goMistake,
    players: `${i18n.stone('black')} ${origin.black || '?'} – ${i18n.stone('white')} ${origin.white || '?'}`,
    label: i18n.t.learnPlayed,
    played: goMove(origin.usi),
    note: `−${t.points(go.points)} (${t.bases[go.basis] ?? go.basis})`,
    ask: unknown ? `${tried}: ${t.unknown[unknown] ?? ''}` : t.ask(i18n.stone(origin.side)),
    wrong: t.bad(tried, t.points(daily.judged?.points ?? 0)),
    good: t.good(tried),
    shown: t.answer(daily.best.map(goMove).join(' ')),
  };
}

// The words of a problem of the daily list, by its kind.

import { i18n } from '../../lib/i18n/index.svelte.ts';
import { dailyWords } from '../../lib/i18n/daily.ts';
import { goMove, goWords } from '../../lib/i18n/go.ts';
import { openingWords } from '../../lib/i18n/openings.ts';
import type { DailyGo, DailyOrigin, OpeningLine } from '../../lib/protocol.ts';
import { percent } from '../../lib/shogi/evaluation.ts';
import { daily } from '../../lib/stores/daily.svelte.ts';
import { writtenLine } from '../../lib/stores/view.svelte.ts';

export interface Said {
  title: string;
  players: string;
  /** What was played: the move of the game with its loss, or the moves of a line so far. */
  label: string;
  played: string;
  note: string;
  ask: string;
  wrong: string;
  good: string;
  shown: string;
}

export function said(): Said {
  const { origin, go, opening } = daily.entry ?? {};
  if (origin && go) return saidOfGo(origin, go);
  if (opening) return saidOfLine(opening);
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

function saidOfLine({ line }: OpeningLine): Said {
  const t = i18n.of(openingWords);
  const side = i18n.side(line.side);
  const { played, other } = daily.drill;
  return {
    title: t.title,
    players: '',
    label: line.name,
    played: writtenLine(line.start, played).join(' '),
    note: '',
    ask: other ? t.other(side) : t.ask(side),
    wrong: t.wrong(writtenLine(daily.base, [daily.tried])[0] ?? daily.tried),
    good: t.done,
    shown: t.rest,
  };
}

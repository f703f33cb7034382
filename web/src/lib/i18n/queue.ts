// Words of the list of jobs.

import type { JobKind } from '../protocol.ts';

const enKinds: Record<JobKind, string> = { analysis: 'Analysis', import: 'Import', match: 'Match', lab: 'Experiment' };
const jaKinds: Record<JobKind, string> = { analysis: '解析', import: '取り込み', match: '連続対局', lab: '実験' };

export const queueEn = {
  title: 'Jobs',
  none: 'No job is waiting or running.',
  kinds: enKinds,
  quiet: 'Jobs pause while the engine thinks about a move of a game.',
  kept: 'Waiting and paused jobs survive a restart. An analysis resumes where it stopped.',
  pause: 'Pause',
  up: 'Earlier',
  down: 'Later',
  of: (act: string, title: string) => `${act}: ${title}`,
};

export const queueJa: typeof queueEn = {
  title: '処理',
  none: '待機中・実行中の処理はありません。',
  kinds: jaKinds,
  quiet: '処理は対局を妨げません。エンジンが指し手を考えている間は一時停止します。',
  kept: '待機中・一時停止中の処理は再起動後も残り、解析は途中から続きます。',
  pause: '一時停止',
  up: '先にする',
  down: '後にする',
  of: (act, title) => `${act}: ${title}`,
};

export const queueWords = { en: queueEn, ja: queueJa };

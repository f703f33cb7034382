// Sounds of games, made by the browser: there are no files. Loaded when a sound is first asked for.

import { readAloud, ticks } from './countdown.ts';
import type { Lang } from './shogi/notation.ts';

let context: AudioContext | undefined;

/** A tone that fades away; volume from 0 to 1. */
function tone(type: OscillatorType, hertz: number, seconds: number, volume: number): void {
  context ??= new AudioContext();
  // Browsers let pages be silent until somebody has pressed something.
  void context.resume();
  const [now, source, gain] = [context.currentTime, context.createOscillator(), context.createGain()];
  source.type = type;
  source.frequency.value = hertz;
  gain.gain.setValueAtTime(volume, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + seconds);
  source.connect(gain).connect(context.destination);
  source.start(now);
  source.stop(now + seconds);
}

/** A piece is put on the board: the body of the wood, and the blow. */
export function knock(): void {
  tone('triangle', 190, 0.12, 0.6);
  tone('square', 1_500, 0.02, 0.12);
}

/** What a second of the clock sounds like. */
export function second(left: number, whole: number, lang: Lang, wanted: { ticks: boolean; voice: boolean }): void {
  if (wanted.ticks && ticks(left)) tone('sine', left > 3 ? 880 : 1_320, 0.06, 0.3);
  const text = wanted.voice ? readAloud(left, whole, lang) : '';
  if (!text) return;
  const words = new SpeechSynthesisUtterance(text);
  words.lang = lang === 'ja' ? 'ja-JP' : 'en-US';
  // A second that is late is no use.
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}

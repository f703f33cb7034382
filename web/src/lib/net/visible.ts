// Text of other people, made safe to show.

import type { ServerMessage } from '../protocol.ts';

/** Control characters other than tab and line feed; marks, embeddings, overrides and isolates of UAX #9. */
const STEERS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What of it JSON text can hold, and how it escapes the rest. */
const IN_JSON = /[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\\[bfr]|\\u00[01]/;

/** Parts sent back to the server after an edit, unchanged. */
const EDITED = new Set(['comment', 'key', 'value']);

/** Each character that would turn the text around or vanish, as a picture or its number. */
export const visible = (text: string): string =>
  text.replace(STEERS, (c) => {
    const code = c.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });

/** Reads a message; names in it can be shown; comments and headers are as they are, to be edited. */
export function readMessage(text: string): ServerMessage {
  if (!IN_JSON.test(text)) return JSON.parse(text) as ServerMessage;
  const show = (key: string, value: unknown) => (typeof value === 'string' && !EDITED.has(key) ? visible(value) : value);
  return JSON.parse(text, show) as ServerMessage;
}

// One WebSocket to the server: requests with replies, events, automatic reconnection.

import { errorText } from '../i18n/errors.ts';
import { i18n } from '../i18n/index.svelte.ts';
import { prefs } from '../stores/prefs.svelte.ts';
import { MAX_MESSAGE_BYTES, MAX_RECORD_BYTES, type ErrorBody, type Event, type Reply, type Request } from '../protocol.ts';
import { readMessage } from './visible.ts';

export type ReplyType = Reply['type'];
export type ReplyOf<T extends ReplyType> = Extract<Reply, { type: T }>;

/** An error that the server answered, or a lost connection (`code` is then `lost`). */
export class RequestError extends Error {
  readonly code: ErrorBody['code'] | 'lost';
  /** The server's own words, in English on every page. */
  readonly said: string;
  constructor(code: ErrorBody['code'] | 'lost', message: string) {
    super(errorText(code, message, prefs.lang));
    this.code = code;
    this.said = message;
  }
}

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: RequestError): void;
}

export interface Handlers {
  /** The socket is open: say hello. */
  opened(): Promise<void>;
  /** The socket is gone and will be tried again; `full`: there was no place for this page, and why. */
  lost(full: string | null): void;
  event(event: Event): void;
}

const RETRY_FIRST_MS = 300;
const RETRY_LAST_MS = 5_000;
/** The close code of a server that has no place for another page: "try again later". */
const NO_PLACE = 1013;

export class Client {
  private socket: WebSocket | null = null;
  private nextId = 1;
  private waiting = new Map<number, Waiting>();
  private retry = RETRY_FIRST_MS;
  private readonly url: string;
  private readonly handlers: Handlers;

  constructor(url: string, handlers: Handlers) {
    this.url = url;
    this.handlers = handlers;
  }

  connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      void this.handlers.opened().then(
        () => (this.retry = RETRY_FIRST_MS),
        () => socket.close(),
      );
    };
    socket.onmessage = (message) => this.receive(String(message.data));
    socket.onclose = (close) => this.closed(socket, close);
  }

  /** Asks and waits for a reply of the type that the protocol names for it. */
  async ask<T extends ReplyType>(request: Request, type: T): Promise<ReplyOf<T>> {
    const reply = await this.send(request);
    if (reply.type !== type) throw new RequestError('bad_message', `expected ${type}, got ${reply.type}`);
    return reply as ReplyOf<T>;
  }

  private send(request: Request): Promise<Reply> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) {
      return Promise.reject(new RequestError('lost', 'The server cannot be reached.'));
    }
    const id = this.nextId++;
    const message = JSON.stringify({ id, request });
    // The server closes the connection of a client that sends more.
    if (new Blob([message]).size > MAX_MESSAGE_BYTES) return Promise.reject(new RequestError('too_large', i18n.t.textTooLarge));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(message);
    });
  }

  private receive(text: string): void {
    const message = readMessage(text);
    if (message.type === 'event') {
      this.handlers.event(message.event);
    } else if (message.id !== null) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === 'reply') waiting?.resolve(message.reply);
      else waiting?.reject(new RequestError(message.error.code, message.error.message));
    }
  }

  private closed(socket: WebSocket, close: CloseEvent): void {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const waiting of this.waiting.values()) {
      waiting.reject(new RequestError('lost', 'The connection was lost.'));
    }
    this.waiting.clear();
    this.handlers.lost(close.code === NO_PLACE ? close.reason : null);
    setTimeout(() => this.connect(), this.retry);
    this.retry = Math.min(this.retry * 1.6, RETRY_LAST_MS);
  }
}

/** Sends a file to the server; gives the id to open it with. */
export async function uploadFile(file: File): Promise<string> {
  // A browser whose connection is closed while it sends does not learn the reason.
  if (file.size > MAX_RECORD_BYTES) throw new RequestError('too_large', i18n.t.fileTooLarge(file.name));
  const answer = await fetch(`/api/upload?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  }).catch(() => null);
  if (!answer) throw new RequestError('lost', 'The server cannot be reached.');
  if (!answer.ok) throw new RequestError('too_large', (await answer.text()) || answer.statusText);
  return ((await answer.json()) as { upload: string }).upload;
}

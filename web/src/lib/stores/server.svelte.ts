// The connection of this tab: session, welcome, settings. Other stores receive events through it.

import { messageOf } from '../errors.ts';
import { noticeText } from '../i18n/errors.ts';
import { Client, RequestError, type ReplyOf, type ReplyType } from '../net/client.ts';
import {
  PROTOCOL_VERSION,
  type Event,
  type KnownDocument,
  type Request,
  type Settings,
  type Unsaved,
  type Welcome,
} from '../protocol.ts';
import { isKept, isOutdated, keepShell, programRuns } from '../net/shell.ts';
import { notices } from './notices.svelte.ts';
import { prefs } from './prefs.svelte.ts';

/** `absent`: the program is not running and the browser shows the page that it kept. `old`: the program is newer. */
type State = 'connecting' | 'ready' | 'lost' | 'old' | 'absent';
const SESSION_KEY = 'zenpuku.session';

class Server {
  state = $state<State>('connecting');
  welcome = $state.raw<Welcome | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** How many pages are open when there is no place for this one. */
  full = $state<string | null>(null);
  /** The program has a newer page than this one. */
  outdated = $state(false);
  /** Data that the disk currently refuses. */
  unsaved = $state.raw<Unsaved>({ documents: 0, reason: '' });
  /** Number of the connection: requests to repeat depend on it. */
  connection = $state(0);

  private listeners: ((event: Event) => void)[] = [];
  private welcomed: ((welcome: Welcome) => void)[] = [];
  private known: () => KnownDocument[] = () => [];
  private keep: ReturnType<typeof setTimeout> | undefined;
  private client = new Client(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, {
    opened: () => this.hello(),
    lost: (full) => {
      this.full = full === null ? null : (/\d+/.exec(full)?.[0] ?? '');
      if (this.state !== 'old') this.state = this.welcome ? 'lost' : 'connecting';
    },
    event: (event) => this.event(event),
  });

  start(): void {
    prefs.changed = (text) => this.keepPage(text);
    if (isKept()) {
      this.state = 'absent';
      void programRuns().then(() => location.reload());
    } else this.client.connect();
  }

  onEvent(listener: (event: Event) => void): void {
    this.listeners.push(listener);
  }

  onWelcome(listener: (welcome: Welcome) => void): void {
    this.welcomed.push(listener);
  }

  setKnown(known: () => KnownDocument[]): void {
    this.known = known;
  }

  ask<T extends ReplyType>(request: Request, type: T): Promise<ReplyOf<T>> {
    return this.client.ask(request, type);
  }

  /** Asks; an error becomes a notice and null is given. */
  async attempt<T extends ReplyType>(request: Request, type: T): Promise<ReplyOf<T> | null> {
    try {
      return await this.ask(request, type);
    } catch (error) {
      report(error);
      return null;
    }
  }

  /** Changes some settings; fails where the server refuses a value. */
  async changeSettings(change: Partial<Settings>): Promise<void> {
    if (!this.settings) return;
    const settings = { ...this.settings, ...change };
    this.settings = (await this.ask({ type: 'settings_set', settings }, 'settings')).settings;
  }

  /** The same; an error becomes a notice. */
  async saveSettings(change: Partial<Settings>): Promise<void> {
    await this.changeSettings(change).catch(report);
  }

  private async hello(): Promise<void> {
    const session = sessionStorage.getItem(SESSION_KEY);
    try {
      const request: Request = { type: 'hello', protocol: PROTOCOL_VERSION, session, known: this.known() };
      const { welcome } = await this.ask(request, 'welcome');
      sessionStorage.setItem(SESSION_KEY, welcome.session);
      this.settings = welcome.settings;
      prefs.adopt(welcome.settings.page.prefs);
      this.welcome = welcome;
      this.unsaved = welcome.unsaved;
      for (const listener of this.welcomed) listener(welcome);
      if (welcome.notice) notices.add('error', noticeText(welcome.notice, prefs.lang));
      this.full = null;
      if (this.connection === 0) void keepShell();
      // The program may have been replaced while it was gone.
      else void isOutdated().then((outdated) => (this.outdated ||= outdated));
      this.connection += 1;
      this.state = 'ready';
    } catch (error) {
      if (error instanceof RequestError && error.code === 'bad_hello') this.state = 'old';
      throw error;
    }
  }

  private event(event: Event): void {
    if (event.type === 'settings') this.settings = event.settings;
    if (event.type === 'unsaved') this.unsaved = event.unsaved;
    for (const listener of this.listeners) listener(event);
  }

  private keepPage(text: string): void {
    clearTimeout(this.keep);
    this.keep = setTimeout(() => {
      if (this.settings) void this.saveSettings({ page: { ...this.settings.page, prefs: text } });
    }, 500);
  }
}

export const server = new Server();

/** Shows an error that belongs to no field. */
export function report(error: unknown): void {
  if (error instanceof RequestError && error.code === 'lost') return;
  notices.add('error', messageOf(error));
}

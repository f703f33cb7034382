// The address of the page is its state: every view can be reloaded.

export const ROOMS = ['analyse', 'play', 'go', 'mate', 'learn', 'library', 'books', 'matches', 'lens', 'lab', 'edit', 'settings'] as const;
export type Room = (typeof ROOMS)[number];

export interface Route {
  room: Room;
  /** Document or game of the room; null for the room itself. */
  id: number | null;
  node: number | null;
  query: URLSearchParams;
}

const number = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;

export function parseAddress(path: string, search: string): Route {
  const [first = '', second, third] = path.split('/').filter((part) => part !== '');
  const room = ROOMS.find((name) => name === first) ?? 'analyse';
  return { room, id: number(second), node: number(third), query: new URLSearchParams(search) };
}

export function formatAddress(route: Pick<Route, 'room' | 'id' | 'node'>, query?: URLSearchParams): string {
  const parts = [route.room, route.id, route.id === null ? null : route.node].filter((part) => part !== null);
  const text = query?.toString() ?? '';
  return `/${parts.join('/')}${text ? `?${text}` : ''}`;
}

class Router {
  route = $state.raw<Route>(parseAddress(location.pathname, location.search));
  private pending: ReturnType<typeof setTimeout> | undefined;
  /** Was there a step since the address was written? */
  private stepped = false;

  constructor() {
    addEventListener('popstate', () => {
      this.forgetStep();
      this.route = parseAddress(location.pathname, location.search);
    });
  }

  go(address: string): void {
    this.flush(address, false);
  }

  replace(address: string): void {
    this.flush(address, true);
  }

  /** Steps through moves change the address at most a few times a second, as browsers demand. */
  step(id: number, node: number, query = this.route.query): void {
    this.route = { ...this.route, id, node, query };
    this.stepped = true;
    if (this.pending === undefined) this.writeStep();
  }

  private writeStep(): void {
    this.stepped = false;
    history.replaceState(null, '', formatAddress(this.route, this.route.query));
    this.pending = setTimeout(() => {
      this.pending = undefined;
      if (this.stepped) this.writeStep();
    }, 250);
  }

  private forgetStep(): void {
    clearTimeout(this.pending);
    this.pending = undefined;
    this.stepped = false;
  }

  private flush(address: string, replace: boolean): void {
    // Back must lead to the step that was shown last, not to the one that was written last.
    if (this.stepped && !replace) history.replaceState(null, '', formatAddress(this.route, this.route.query));
    this.forgetStep();
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.route = parseAddress(location.pathname, location.search);
  }
}

export const router = new Router();

/** For links: goes there without loading the page again, unless a new tab is asked for. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const link = (event.currentTarget as HTMLElement).getAttribute('href');
  if (!link) return;
  event.preventDefault();
  router.go(link);
}

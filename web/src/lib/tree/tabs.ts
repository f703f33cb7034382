// The tabs of the room of analysis: which documents they show and where in them, as a list and as stored text.

/** Tabs that can be open at the same time. */
export const MOST_TABS = 20;

/** Arrows and circles drawn by the user on a position; a circle ends where it starts. */
export interface Sketch {
  sfen: string;
  drawings: { from: number; to: number }[];
}

/** What names a document. */
export interface TabInfo {
  id: number;
  black: string;
  white: string;
  title: string;
  sample: string | null;
}

export interface Tab {
  info: TabInfo;
  /** Where in the document, and the query of the address. */
  node: number | null;
  query: string;
  flipped: boolean;
  sketch: Sketch;
  /** Are there changes that the library does not have? */
  changed: boolean;
  /** Was it saved to the library while the tab was open? */
  saved: boolean;
}

export const NO_SKETCH: Sketch = { sfen: '', drawings: [] };

export const newTab = ({ id, black, white, title, sample }: TabInfo, changed: boolean): Tab => ({
  info: { id, black, white, title, sample }, node: null, query: '', flipped: false, sketch: NO_SKETCH, changed, saved: false,
});

export const placeOf = (tabs: readonly Tab[], id: number | null): number => tabs.findIndex((tab) => tab.info.id === id);

/** With a new tab at a place; an existing one of the same document stays where it is. */
export function inserted(tabs: readonly Tab[], tab: Tab, place: number): readonly Tab[] {
  return placeOf(tabs, tab.info.id) >= 0 ? tabs : [...tabs.slice(0, place), tab, ...tabs.slice(place)];
}

/** With a tab moved to a place; out of range, to the nearest end. */
export function moved(tabs: readonly Tab[], id: number, place: number): readonly Tab[] {
  const tab = tabs[placeOf(tabs, id)];
  if (!tab) return tabs;
  const rest = tabs.filter((other) => other !== tab);
  const to = Math.min(rest.length, Math.max(0, place));
  return [...rest.slice(0, to), tab, ...rest.slice(to)];
}

/** The tab to show after one is closed: the next one, or the previous one at the end. */
export function heir(tabs: readonly Tab[], id: number): Tab | null {
  const at = placeOf(tabs, id);
  return tabs[at + 1] ?? tabs[at - 1] ?? null;
}

export interface StoredTabs {
  tabs: readonly Tab[];
  /** The document of the tab that was shown. */
  shown: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function sketchIn(value: unknown): Sketch {
  if (!isRecord(value) || !Array.isArray(value.drawings)) return NO_SKETCH;
  const isSquare = (square: unknown): square is number => isId(square) && square < 81;
  const drawings = value.drawings.flatMap((one: unknown) =>
    isRecord(one) && isSquare(one.from) && isSquare(one.to) ? [{ from: one.from, to: one.to }] : [],
  );
  return { sfen: text(value.sfen), drawings };
}

function tabIn(value: unknown): Tab[] {
  if (!isRecord(value) || !isRecord(value.info) || !isId(value.info.id)) return [];
  const { id, black, white, title, sample } = value.info;
  return [{
    info: { id, black: text(black), white: text(white), title: text(title), sample: text(sample) || null },
    node: isId(value.node) ? value.node : null,
    query: text(value.query),
    flipped: value.flipped === true,
    sketch: sketchIn(value.sketch),
    changed: value.changed === true,
    saved: value.saved === true,
  }];
}

/** The tabs of a stored text; what is damaged in it is left out. */
export function parseTabs(stored: string | null): StoredTabs {
  let found: unknown = null;
  try {
    found = JSON.parse(stored ?? '');
  } catch {
    // Nothing is stored, or it is damaged.
  }
  if (!isRecord(found) || !Array.isArray(found.tabs)) return { tabs: [], shown: null };
  const all = found.tabs.flatMap(tabIn);
  const tabs = all.filter((tab, at) => placeOf(all, tab.info.id) === at).slice(0, MOST_TABS);
  return { tabs, shown: isId(found.shown) ? found.shown : null };
}

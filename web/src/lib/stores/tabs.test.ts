import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentState, Event } from '../protocol.ts';
import { MOST_TABS } from '../tree/tabs.ts';

const told: { text: string; action?: { run: () => void } }[] = [];
const gone: string[] = [];
let event: (event: Event) => void = () => {};
const go = (address: string) => gone.push(address);
vi.mock('../i18n/index.svelte.ts', () => ({ i18n: { t: { undo: 'Undo' }, of: ({ en }: { en: object }) => en } }));
vi.mock('./documentName.ts', () => ({ documentName: ({ id }: { id: number }) => `#${id}` }));
vi.mock('./documents.svelte.ts', () => ({ documents: { all: new Map() } }));
vi.mock('./notices.svelte.ts', () => ({ notices: { add: (_: string, text: string, action?: { run: () => void }) => told.push({ text, action }) } }));
vi.mock('./router.svelte.ts', () => ({
  router: { go, replace: go, route: { room: 'analyse' } },
  formatAddress: ({ id, node }: { id: number; node: number | null }, query: URLSearchParams) => `/${id}/${node}?${query}`,
}));
vi.mock('./server.svelte.ts', () => ({ server: { onEvent: (heard: typeof event) => (event = heard), onWelcome: () => {} } }));

const document = (id: number, can_undo = false) => ({ info: { id, black: '', white: '', title: '', sample: null }, can_undo }) as unknown as DocumentState;
const edited = (id: number, can_undo: boolean) => event({ type: 'document_changed', change: { ...document(id), can_undo } } as unknown as Event);

/** The store as a page creates it, with this text stored. */
async function open(stored: string | null = null) {
  const storage = new Map<string, string>(stored === null ? [] : [['zenpuku.tabs', stored]]);
  const fake = { getItem: (key: string) => storage.get(key) ?? null, setItem: (key: string, text: string) => storage.set(key, text) };
  vi.stubGlobal('sessionStorage', fake);
  vi.stubGlobal('localStorage', fake);
  vi.stubGlobal('addEventListener', () => {});
  vi.resetModules();
  const { tabs } = await import('./tabs.svelte.ts');
  return { tabs, storage, ids: () => tabs.list.map((tab) => tab.info.id) };
}

describe('tabs of the room of analysis', () => {
  beforeEach(() => {
    told.length = 0;
    gone.length = 0;
  });

  it('show another document in place of one without changes', async () => {
    const { tabs, ids } = await open();
    tabs.visit(document(1), null, '');
    tabs.visit(document(2), 4, 'tab=report');
    expect(ids()).toEqual([2]);
    edited(2, true);
    tabs.visit(document(3), null, '');
    expect(ids()).toEqual([2, 3]);
    tabs.step(1);
    expect(gone).toEqual(['/2/4?tab=report']);
  });

  it('have changes until they are undone or saved', async () => {
    const { tabs } = await open();
    tabs.visit(document(1), null, '');
    edited(1, true);
    expect(tabs.active?.changed).toBe(true);
    edited(1, false);
    expect(tabs.active?.changed).toBe(false);
    edited(1, true);
    tabs.markSaved(1);
    expect(tabs.active?.changed).toBe(false);
    // The start of the document is not what was saved.
    edited(1, false);
    expect(tabs.active?.changed).toBe(true);
  });

  it('are closed with undo, except the last one', async () => {
    const { tabs, ids } = await open();
    tabs.visit(document(1), 8, '');
    tabs.add(document(2).info);
    tabs.add(document(3).info);
    expect(ids()).toEqual([1, 3, 2]);
    tabs.close(1);
    expect(ids()).toEqual([3, 2]);
    expect(gone).toEqual(['/3/null?']);
    told[0]!.action!.run();
    expect(ids()).toEqual([1, 3, 2]);
    expect(gone.at(-1)).toBe('/1/8?');
    for (const id of [1, 2, 3]) tabs.close(id);
    expect(ids()).toEqual([3]);
  });

  it('are at most twenty', async () => {
    const { tabs, ids } = await open();
    for (let id = 1; id <= MOST_TABS; id += 1) expect(tabs.add(document(id).info)).toBe(true);
    expect(tabs.add(document(99).info)).toBe(false);
    expect(told[0]!.text).toContain(String(MOST_TABS));
    tabs.visit(document(5), null, '');
    edited(5, true);
    tabs.visit(document(98), null, '');
    expect(ids()).toHaveLength(MOST_TABS);
  });

  it('are restored, and disappear with their documents', async () => {
    vi.useFakeTimers();
    const first = await open();
    first.tabs.visit(document(1), 3, '');
    first.tabs.add(document(2).info);
    first.tabs.flip();
    first.tabs.draw({ sfen: 's', drawings: [{ from: 1, to: 2 }] });
    vi.runAllTimers();
    vi.useRealTimers();
    const { tabs, ids } = await open(first.storage.get('zenpuku.tabs')!);
    expect(ids()).toEqual([1, 2]);
    expect(tabs.active).toMatchObject({ flipped: true, sketch: { sfen: 's' } });
    expect(tabs.address(tabs.active!)).toBe('/1/3?');
    event({ type: 'document_removed', document: 1 } as Event);
    expect(ids()).toEqual([2]);
    expect(tabs.shown).toBe(2);
  });
});

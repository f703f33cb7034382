import { describe, expect, it } from 'vitest';
import { heir, inserted, MOST_TABS, moved, newTab, parseTabs, placeOf, type Tab } from './tabs.ts';

const tab = (id: number): Tab => newTab({ id, black: `B${id}`, white: '', title: '', sample: null }, false);
const list = [tab(1), tab(2), tab(3)];
const ids = (tabs: readonly Tab[]) => tabs.map(({ info }) => info.id);

describe('tabs', () => {
  it('are inserted once', () => {
    expect(ids(inserted(list, tab(4), 1))).toEqual([1, 4, 2, 3]);
    expect(inserted(list, tab(2), 0)).toBe(list);
    expect(placeOf(list, null)).toBe(-1);
  });

  it('move within the list', () => {
    expect(ids(moved(list, 1, 1))).toEqual([2, 1, 3]);
    expect(ids(moved(list, 1, 9))).toEqual([2, 3, 1]);
    expect(ids(moved(list, 3, -4))).toEqual([3, 1, 2]);
    expect(moved(list, 7, 0)).toBe(list);
  });

  it('have an heir when they are closed', () => {
    expect(heir(list, 2)?.info.id).toBe(3);
    expect(heir(list, 3)?.info.id).toBe(2);
    expect(heir([tab(1)], 1)).toBeNull();
  });
});

describe('stored tabs', () => {
  it('survive', () => {
    const full = { ...tab(5), node: 7, query: 'tab=report', flipped: true, sketch: { sfen: 'x', drawings: [{ from: 1, to: 80 }] }, changed: true, saved: true };
    const stored = { tabs: [full, tab(6)], shown: 6 };
    expect(parseTabs(JSON.stringify(stored))).toEqual(stored);
  });

  it('are read in part when they are damaged', () => {
    const none = { tabs: [], shown: null };
    for (const text of [null, '', '{', 'null', '[]', '{"tabs":3}']) expect(parseTabs(text)).toEqual(none);
    const wrong = { tabs: [null, {}, { info: { id: -1 } }, { info: { id: 2, black: 3 }, node: 'x', sketch: { drawings: [{ from: 1, to: 81 }, 4] } }, tab(2)], shown: 'a' };
    expect(parseTabs(JSON.stringify(wrong))).toEqual({ tabs: [newTab({ id: 2, black: '', white: '', title: '', sample: null }, false)], shown: null });
  });

  it('are limited', () => {
    const many = Array.from({ length: 30 }, (_, id) => tab(id));
    expect(parseTabs(JSON.stringify({ tabs: many, shown: 1 })).tabs).toHaveLength(MOST_TABS);
  });
});

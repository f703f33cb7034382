import { describe, expect, it, vi } from 'vitest';

vi.mock('./library.svelte.ts', () => ({ library: { games: [] } }));
vi.mock('./server.svelte.ts', () => ({ server: {} }));
const { changed } = await import('./marks.svelte.ts');

describe('marks of a game', () => {
  const marks = { star: false, note: '', tags: ['b'] };
  it('change one at a time', () => {
    expect(changed(marks, { type: 'star', on: true })).toEqual({ ...marks, star: true });
    expect(changed(marks, { type: 'note', text: 'x' })).toEqual({ ...marks, note: 'x' });
    expect(changed(marks, { type: 'tag', name: 'a', on: true }).tags).toEqual(['a', 'b']);
    expect(changed(marks, { type: 'tag', name: 'b', on: true }).tags).toEqual(['b']);
    expect(changed(marks, { type: 'tag', name: 'b', on: false }).tags).toEqual([]);
  });
});

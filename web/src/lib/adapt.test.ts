import { describe, expect, it } from 'vitest';
import { atLevel, nextLevel } from './adapt.ts';
import type { GameResult, PlayState, Seat } from './protocol.ts';

const person: Seat = { type: 'human', name: '' };
const game = (black: Seat, white: Seat, result: Partial<GameResult> | null) => ({ black, white, result }) as PlayState;
const engine = (level: number): Seat => ({ type: 'engine', level });

describe('the level that adapts', () => {
  it('goes up after a win and down after a loss, whoever is Black', () => {
    expect(nextLevel(game(person, engine(5), { winner: 'black', reason: 'mate' }), 20)).toBe(6);
    expect(nextLevel(game(person, engine(5), { winner: 'white', reason: 'mate' }), 20)).toBe(4);
    expect(nextLevel(game(engine(5), person, { winner: 'white', reason: 'resign' }), 20)).toBe(6);
  });

  it('stays between the first and the last', () => {
    expect(nextLevel(game(person, engine(20), { winner: 'black', reason: 'mate' }), 20)).toBe(20);
    expect(nextLevel(game(person, engine(1), { winner: 'white', reason: 'mate' }), 20)).toBe(1);
  });

  it('learns nothing from draws, games between people, and games that go on', () => {
    expect(nextLevel(game(person, engine(5), { winner: null, reason: 'repetition' }), 20)).toBeNull();
    expect(nextLevel(game(person, person, { winner: 'black', reason: 'mate' }), 20)).toBeNull();
    expect(nextLevel(game(person, engine(5), null), 20)).toBeNull();
  });

  it('changes the level of our own engine only', () => {
    expect(atLevel(engine(3), 9)).toEqual(engine(9));
    expect(atLevel(person, 9)).toEqual(person);
  });
});

// Invariant: the rules of the beginner's course agree with two independent programs (testdata/rules) on every legal move.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseSfen } from '../shogi/sfen.ts';
import { broken, isCheck, isMate, legalUsi } from './rules.ts';
import { setUp } from './task.ts';

const testdata = (name: string) => readFileSync(new URL(`../../../../testdata/${name}`, import.meta.url), 'utf8');

interface Sample {
  sfen: string;
  check: boolean;
  mated: boolean;
  legal: string;
}

describe('rules of moves', () => {
  it('list the moves of the samples', () => {
    const samples = testdata('rules/oracle-sample.jsonl').trim().split('\n').map((row) => JSON.parse(row) as Sample);
    expect(samples.length).toBeGreaterThan(50);
    for (const { sfen, check, mated, legal } of samples) {
      const position = parseSfen(sfen)!;
      expect(legalUsi(position).sort(), sfen).toEqual(legal.split(' ').filter((usi) => usi !== '').sort());
      expect([isCheck(position), isMate(position)], sfen).toEqual([check, mated]);
    }
  });

  it('count the moves of the richest position', () => {
    const { sfen } = (JSON.parse(testdata('perft/perft_expectations.json')) as Record<string, { sfen: string }>)['max_legal_moves']!;
    expect(legalUsi(parseSfen(sfen)!).length).toBe(593);
  });

  it.each([
    ['S5e', '', '5e4e', 'shape'],
    ['R2h P2g', '', '2h2d', 'blocked'],
    ['G5e P5d', '', '5e5d', 'own'],
    ['k5a', 'G', 'G*5a', 'occupied'],
    ['P5g', 'P', 'P*5d', 'twoPawns'],
    ['+P5g', 'P', 'P*5d', null],
    ['k5a', 'N', 'N*4b', 'dead'],
    ['P5b', '', '5b5a', 'mustPromote'],
    ['P5b', '', '5b5a+', null],
    ['K5i r5c', 'G', 'G*4h', 'inCheck'],
    ['K5i r4c', '', '5i4i', 'intoCheck'],
    ['K5i G5g l5c', '', '5g4g', 'exposed'],
    ['k1a n2a S2c', 'P', 'P*1b', 'pawnMate'],
    ['k1a S2c', 'P', 'P*1b', null],
    ['G5e', '', '5e5d+', 'notHere'],
    ['g5e', '', '5e5f', 'notHere'],
    ['G5e', '', 'P*1a', 'notHere'],
  ])('name the rule: %s, hand %s, %s', (pieces, hand, usi, rule) => {
    expect(broken(parseSfen(setUp(pieces, hand))!, usi)).toBe(rule);
  });
});

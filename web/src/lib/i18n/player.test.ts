import { describe, expect, it } from 'vitest';
import { playerEn, playerJa, rateOf } from './player.ts';

describe('a player’s figures in words', () => {
  const score = { games: 6, wins: 3, losses: 1, draws: 1 };
  it('count a draw as half a win and leave unknown results out', () => {
    expect(rateOf(score)).toBe(70);
    expect(rateOf({ games: 2, wins: 0, losses: 0, draws: 0 })).toBeNull();
  });

  it('are whole sentences in both languages', () => {
    expect(playerEn.score(score)).toBe('6 games: 3 won, 1 lost, 1 drawn, 1 with an unknown result.');
    expect(playerJa.score(score)).toBe('6局 3勝1敗1分（結果不明1局）');
    const none = { games: 1, wins: 0, losses: 0, draws: 0 };
    expect(playerEn.sidesSaid(score, none)).toBe('As Black: 70 % of 5 games. As White: no game with a known result.');
    expect(playerJa.strongest([['矢倉', score]])).toBe('平均より勝っている戦型: 矢倉（5局で勝率70％）');
  });
});

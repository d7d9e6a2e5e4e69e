import { describe, expect, it } from 'vitest';
import type { Game } from '../net/wire';
import { player } from '../testing/messages';
import { able, opponents, usual, versatile } from './opponents';

describe('computers', () => {
  const everywhere = { x: [2, 3], y: [2] };
  const players = [
    player('greedy', everywhere),
    player('level-10', everywhere, 10),
    player('level-2', everywhere, 2),
    player('perfect', { x: [2], y: [] }),
    player('strong', everywhere),
  ];
  const names = (some: readonly { name: string }[]): string[] => some.map((one) => one.name);

  it('are sorted by strength, the others apart', () => {
    const { byStrength, others } = opponents(players);
    expect(names(byStrength)).toEqual(['level-2', 'level-10', 'strong', 'perfect']);
    expect(names(others)).toEqual(['greedy']);
  });
  it('are offered where they can play', () => {
    const game = { id: 'x', seats: [2, 3] } as unknown as Game;
    const other = { id: 'y', seats: [2, 2] } as unknown as Game;
    expect(names(able(players, game, 2))).toContain('perfect');
    expect(names(able(players, game, 3))).not.toContain('perfect');
    expect(able(players, { ...game, id: 'unheard-of' }, 2)).toEqual([]);
    expect(names(versatile(players, [game, other]))).not.toContain('perfect');
    expect(versatile(players, [game, other])).toHaveLength(4);
  });
  it('without any there is still a name to ask for', () => {
    expect(usual([], 'level-3')).toBe('greedy');
  });
});

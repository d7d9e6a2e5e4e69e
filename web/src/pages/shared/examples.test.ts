import { describe, expect, it } from 'vitest';
import type { Game } from '../../net/wire';
import { view } from '../../testing/messages';
import { explanation, hasExample, hasPicture } from './examples';

describe('examples', () => {
  it('are there for the five games and for what their options change', () => {
    for (const game of ['relati-classic', 'relati', 'relati-legacy', 'tzaar', 'atom'])
      expect(hasExample(game)).toBe(true);
    const option = { name: 'cannon', kind: 'switch' } as Parameters<typeof explanation>[1];
    expect(explanation('relati', option, false)).toEqual({
      names: ['relati.cannon.0', 'relati.cannon.1'],
      between: 'time',
    });
    expect(explanation('hex', option, false)).toBeNull();
  });
  it('of a plug-in comes with the catalogue', () => {
    const game = { id: 'somebodys-game' } as Game;
    const example = { geometry: { sites: [], lines: [] }, view: view() };
    expect(hasPicture(game)).toBe(false);
    expect(hasPicture({ ...game, example: null })).toBe(false);
    expect(hasPicture({ ...game, example })).toBe(true);
    expect(hasPicture({ ...game, id: 'relati' })).toBe(true);
  });
});

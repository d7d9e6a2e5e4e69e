import { describe, expect, it } from 'vitest';
import type { Game, TableSummary } from '../wire';
import { hasExample, explanation } from './examples';
import { kindOf } from './handed';
import { byUrgency } from './lobby.svelte';
import { quickTable } from './quick';
import { parts } from './router.svelte';

describe('an address', () => {
  it('is read part by part', () => {
    expect(parts('/')).toEqual([]);
    expect(parts('/table/a%20b/')).toEqual(['table', 'a b']);
    expect(parts('/table/%E0%A4%A')).toEqual(['table', '%E0%A4%A']);
  });
});

describe('a text that is handed in', () => {
  it.each([
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['[Game "relati"]', 'record'],
    ['\n{"format": 1}', 'record'],
    ['OX./.../... O X 3', 'position'],
  ])('%j is a %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

describe('my tables', () => {
  const table = (id: string, status: string, actor: number, updated: string): TableSummary =>
    ({ id, status, actor, updated, seats: [{ seat: 0, mine: true }] }) as unknown as TableSummary;

  it('begin with those where it is my turn, then those that run, then the newest', () => {
    const tables = [
      table('waiting', 'waiting', 0, '2026-01-09'),
      table('theirs', 'running', 1, '2026-01-08'),
      table('older', 'running', 0, '2026-01-01'),
      table('newer', 'running', 0, '2026-01-02'),
    ];
    expect(tables.toSorted(byUrgency).map((one) => one.id)).toEqual(['newer', 'older', 'theirs', 'waiting']);
  });
});

describe('a quick table', () => {
  it('fills the fewest seats with the usual computer', () => {
    const game = { id: 'x', seats: [3, 4] } as unknown as Game;
    expect(quickTable(game, []).seats).toEqual([
      { kind: 'me' },
      { kind: 'computer', player: 'greedy' },
      { kind: 'computer', player: 'greedy' },
    ]);
  });
});

describe('examples', () => {
  it('are there for the five games and for what their options change', () => {
    for (const game of ['relati-classic', 'relati', 'relati-legacy', 'tzaar', 'atom']) expect(hasExample(game)).toBe(true);
    const option = { name: 'cannon', kind: 'switch' } as Parameters<typeof explanation>[1];
    expect(explanation('relati', option, false)).toEqual({
      names: ['relati.cannon.0', 'relati.cannon.1'],
      between: 'time',
    });
    expect(explanation('hex', option, false)).toBeNull();
  });
});

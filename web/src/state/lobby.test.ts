import { describe, expect, it } from 'vitest';
import type { TableSummary } from '../net/wire';
import { byUrgency } from './lobby.svelte';

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

import { describe, expect, it } from 'vitest';
import type { LessonOutline } from '../../net/wire';
import { words } from '../../testing/messages';
import { knownOf, nextNumber, readProgress, remember, renumber, ticks } from './progress.svelte';

const lesson = (id: string, number: number): LessonOutline => ({
  id,
  number,
  topic: words(`${id}.topic`),
  steps: 1,
  clause: '',
});

describe('progress', () => {
  it('counts what is done, not what was seen', () => {
    remember('one', lesson('a', 1), 'done');
    remember('one', lesson('b', 2), 'seen');
    expect(ticks('one', 3)).toEqual([true, false, false]);
    expect(nextNumber('one', 3)).toBe(2);
    expect([knownOf('one', 'a'), knownOf('one', 'b'), knownOf('one', 'c')]).toEqual(['done', 'seen', null]);
  });
  it('keeps what is done when the solution is looked at afterwards', () => {
    remember('two', lesson('a', 1), 'done');
    remember('two', lesson('a', 1), 'seen');
    expect(knownOf('two', 'a')).toBe('done');
    expect(nextNumber('two', 1)).toBeNull();
  });
  it('goes on at the first gap', () => {
    remember('three', lesson('c', 3), 'done');
    expect(nextNumber('three', 3)).toBe(1);
  });
  it('follows lessons to their new numbers, and forgets those that are gone', () => {
    remember('four', lesson('a', 1), 'done');
    remember('four', lesson('b', 2), 'done');
    renumber('four', [lesson('b', 1), lesson('c', 2)]);
    expect(ticks('four', 2)).toEqual([true, false]);
    expect(knownOf('four', 'a')).toBeNull();
  });
  it('reads what it wrote, and leaves out what makes no sense', () => {
    const kept = { atom: { height: { number: 1, known: 'done' }, width: { number: '2', known: 'done' } } };
    expect(readProgress(JSON.stringify({ ...kept, relati: 3 }))).toEqual({
      atom: { height: { number: 1, known: 'done' } },
    });
    for (const text of [null, '', 'null', '[]', '3', '{"atom":null}']) expect(readProgress(text)).toEqual({});
  });
});

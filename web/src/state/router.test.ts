import { describe, expect, it } from 'vitest';
import { parts } from './router.svelte';

describe('an address', () => {
  it('is read part by part', () => {
    expect(parts('/')).toEqual([]);
    expect(parts('/table/a%20b/')).toEqual(['table', 'a b']);
    expect(parts('/table/%E0%A4%A')).toEqual(['table', '%E0%A4%A']);
  });
});

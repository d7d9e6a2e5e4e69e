/** What hides in a box that scrolls must not make the whole page longer. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const SCROLLS = /\{[^{}]*overflow(?:-[xy])?:\s*(?:auto|scroll);[^{}]*\}/g;
const HOLDS = /position:\s*(?:relative|absolute|fixed|sticky)/;

/** The blocks that scroll and do not hold their positioned contents, by what they say. */
const loose = (text: string): string[] =>
  [...text.matchAll(SCROLLS)].map(([block]) => block).filter((block) => !HOLDS.test(block));

const styled = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(css|svelte)$/.test(file.name))
  .map((file) => relative(SOURCE, join(file.parentPath, file.name)));

describe('boxes that scroll', () => {
  it('are found, whichever way they scroll', () => {
    expect(loose('a { overflow: auto; } b { overflow-y: scroll; color: red; }')).toHaveLength(2);
    expect(loose('a { position: relative; overflow-x: auto; } b { overflow: hidden; }')).toEqual([]);
  });

  it('hold the texts that only screen readers see', () => {
    const found = styled.filter((file) => loose(readFileSync(join(SOURCE, file), 'utf8')).length);
    expect(styled.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});

/** The page's own catalogs against the sources that speak from them. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages';

const SOURCE = join(import.meta.dirname, '..');
const WORDS = join(SOURCE, '../../src/duiyi/server/words');
/** Words that data asks for: by game, by option, by refusal. */
const KEY = /(?<![\w:.])(app|lesson|analysis|review|puzzle):([a-z][\w-]*(?:\.(?:[\w-]+|\$\{[^{}]*\}))*)/g;
const PLACEHOLDER = /\{(\w+)/g;

function catalog(name: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(WORDS, name, `${language}.json`), 'utf8')) as Record<string, string>;
}
function sources(): { path: string; text: string }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));
}
/** Patterns of the keys that the sources name; what is put in at run time matches anything. */
function asked(name: string): RegExp[] {
  const found = sources().flatMap(({ text }) => [...text.matchAll(KEY)]);
  const keys = found.filter((one) => one[1] === name).map((one) => one[2]!);
  return [...new Set(keys)].map((key) => {
    const parts = key.split(/\$\{[^{}]*\}/).map((part) => part.replaceAll('.', '\\.'));
    return new RegExp(`^${parts.join('[\\w.-]+')}$`);
  });
}

describe.each(['app', 'lesson', 'analysis', 'review', 'puzzle'])('the catalog %s of the page', (name) => {
  const english = catalog(name, 'en');

  it.each(LANGUAGES)('has the same keys with the same parameters in %s', (language) => {
    const own = catalog(name, language);
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(own)) {
      const names = (one: string): string[] =>
        [...new Set([...one.matchAll(PLACEHOLDER)].map((m) => m[1]!))].sort();
      expect(names(text), key).toEqual(names(english[key]!));
      expect(text, key).not.toMatch(/[!！]/);
    }
  });
  it('has every key that is asked for', () => {
    const known = Object.keys(english);
    for (const pattern of asked(name))
      expect(
        known.some((key) => pattern.test(key)),
        String(pattern),
      ).toBe(true);
  });
  it('has no key that nobody asks for', () => {
    const patterns = asked(name);
    const silent = Object.keys(english).filter((key) => !patterns.some((pattern) => pattern.test(key)));
    expect(silent).toEqual([]);
  });
});

describe('components', () => {
  const markup = (text: string): string =>
    text.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<!--[\s\S]*?-->/g, '');

  it.each(sources().filter(({ path }) => path.endsWith('.svelte')))('contain no text: $path', ({ text }) => {
    const bare = markup(text)
      .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
      .replace(/<[^<>]*>/g, '');
    // The name of the product is written the same way in every language.
    expect(bare.replace('對弈', '')).not.toMatch(/\p{L}/u);
  });
  it.each(sources().filter(({ path }) => path.endsWith('.svelte')))(
    'keep to the policy: $path',
    ({ text }) => {
      expect(markup(text)).not.toMatch(/\sstyle=/);
      expect(markup(text)).not.toMatch(/\{@html/);
    },
  );
});

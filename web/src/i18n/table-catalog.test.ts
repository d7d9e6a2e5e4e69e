/** Every text of the game page exists in all three languages. */
import { expect, test } from 'vitest';
import en from '../../../src/duiyi/server/words/table/en.json';
import hans from '../../../src/duiyi/server/words/table/zh-Hans.json';
import hant from '../../../src/duiyi/server/words/table/zh-Hant.json';
import { MARKS } from '../pages/game/text/queries';
import { SHORTCUTS } from '../pages/game/shortcuts';

const sources = import.meta.glob('../**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
const catalogs: Record<string, Record<string, string>> = { 'zh-Hant': hant, 'zh-Hans': hans, en };

/** Keys that are put together at run time. */
const made = [
  ...SHORTCUTS.map(({ command }) => (command === 'board' ? 'help.board-key' : `help.${command}`)),
  ...[...MARKS].map((mark) => `mark.${mark}`),
  ...['steps', 'confirm', 'coordinates', 'sound'].map((name) => `settings.${name}`),
  ...['auto', 'light', 'dark'].map((theme) => `settings.theme.${theme}`),
  ...['undo', 'rematch'].flatMap((kind) => [
    `proposal.${kind}`,
    `proposal.${kind}.waiting`,
    `proposal.${kind}.declined`,
  ]),
  ...['win', 'level', 'loss'].map((proof) => `hint.${proof}`),
  ...['resigned', 'time', 'out'].map((verdict) => `verdict.${verdict}`),
  ...['resigned', 'time', 'withdrawn'].map((verdict) => `moves.${verdict}`),
];
const written = Object.entries(sources)
  .filter(([path]) => !path.includes('.test.'))
  .flatMap(([, text]) => [...String(text).matchAll(/'table:([a-z0-9.-]*[a-z0-9])'/g)])
  .map((found) => found[1]!);

test.each(Object.keys(catalogs))('%s has every text, and no other', (language) => {
  const known = Object.keys(catalogs[language]!);
  const wanted = new Set([...made, ...written]);
  expect([...wanted].filter((key) => !known.includes(key))).toEqual([]);
  expect(known.filter((key) => !wanted.has(key) && !key.startsWith('go.'))).toEqual([]);
});

test.each(Object.keys(catalogs))('%s takes the same parameters as English', (language) => {
  const names = (text: string): string[] =>
    [...new Set([...text.matchAll(/\{(\w+)/g)].map((found) => found[1]!))].sort();
  for (const [key, text] of Object.entries(en)) {
    expect([key, names(catalogs[language]![key]!)]).toEqual([key, names(text)]);
  }
});

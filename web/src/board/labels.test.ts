import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { format, template } from '../i18n/format';
import type { Catalogs, Choice, Piece, View } from '../net/wire';
import { PLAY } from './input/choose';
import { buttonName, pieceName, siteLabel, siteName, type Translator } from './labels';
import type { LoadedLook } from './draw/look';

const LANGUAGES = ['zh-Hant', 'zh-Hans', 'en'];
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../src/duiyi/${path}`, import.meta.url), 'utf-8')) as Record<
    string,
    string
  >;
const catalogs = (language: string): Catalogs => ({
  core: read(`locales/${language}.json`),
  board: read(`server/words/board/${language}.json`),
  relati: read(`games/relati/locales/${language}.json`),
  tzaar: { ...read(`games/tzaar/locales/${language}.json`), 'meter.life': 'life' },
});
function words(language: string): Translator {
  const all = catalogs(language);
  const missing = (key: string) => {
    throw new Error(`no words for ${key}`);
  };
  const say = (message: Choice['label']) => format(message, { catalogs: all, fallback: null, missing });
  return {
    say,
    t: (key, params = {}) => say({ key, params: Object.entries(params) }),
    has: (key) => template(all, key) !== undefined,
  };
}
const seat = (seat: number, symbol: string) => ({ seat, symbol, inside: true, score: null });
const look = (game: string, names: Record<string, string> = {}) =>
  ({ game, look: { names } }) as unknown as LoadedLook;
const life = { name: { key: 'tzaar:meter.life', params: [] }, value: 17, seat: 1, limit: null };
const view = { seats: [seat(0, 'circle'), seat(1, 'cross')], meters: [life] } as unknown as View;
const site = { id: 'D5', x: 0, y: 0, label: 'D5', group: '', outline: [] };
const sites = new Map([['D5', site]]);
const root: Piece = { site: 'D5', stack: [{ glyph: 'cross', seat: 1, label: '' }], marks: ['shield'] };

test('where a number stands is told with whose it is and how much', () => {
  const there = { ...site, id: '1.life', label: 'life', group: '1.held' };
  const name = siteName(there, new Map([['1.life', there]]), view, words('en'));
  expect(name).toContain('life 17');
  expect(name).toContain('cross');
});

test('a site is told with its piece, whose it is, how it is doing, and what may be done', () => {
  const about = { sites, view, look: look('relati'), mine: [1] };
  const signs = { legal: new Set(['D5']), verbs: new Map(), selected: [], last: new Set<string>() };
  expect(siteLabel(site, root, about, signs, words('en'))).toBe('D5, your cross, shield, you may play here');
  expect(siteLabel(site, root, { ...about, mine: [0, 1] }, signs, words('en'))).toContain(
    'D5, cross, shield',
  );
  expect(siteLabel(site, undefined, about, { ...signs, selected: ['D5'] }, words('en'))).toContain(
    'selected',
  );
  const verbs = new Map([['D5', 'build migrate']]);
  expect(siteLabel(site, undefined, about, { ...signs, verbs }, words('en'))).toBe(
    'D5, you may build a cannon, move the root',
  );
});

test('a stack is told with its side, its kind and its height', () => {
  const stack = [
    { glyph: 'layer', seat: 0, label: '' },
    { glyph: 'tzaar', seat: 0, label: '2' },
  ];
  const two = { seats: [seat(0, 'white'), seat(1, 'black')] } as View;
  const named = pieceName(
    { site: 'A1', stack, marks: [] },
    two,
    look('tzaar', { tzaar: 'kind.tzaar' }),
    [],
    words('en'),
  );
  expect(named).toBe('Tzaar of white, height 2');
});

test('what no words are known for is told by its name', () => {
  const odd: Piece = { site: 'D5', stack: [{ glyph: 'gnu', seat: null, label: '' }], marks: ['sleepy'] };
  expect(pieceName(odd, view, look('relati'), [], words('en'))).toBe('gnu, sleepy');
});

test('a point lies on its tray', () => {
  const outline: [number, number][] = [
    [0, 0],
    [1, 0],
    [1, 1],
  ];
  const tray = { ...site, id: '1.2', label: '2', group: '1.2', outline };
  const point = { ...site, id: '1.2:0,3', label: '0,3', group: '1.2' };
  const both = new Map([tray, point].map((one) => [one.id, one]));
  expect(siteName(point, both, view, words('en'))).toBe('0,3 on cell 2 of cross');
  expect(siteName(tray, both, view, words('zh-Hant'))).toBe('叉叉的格子 2');
});

test('a button has its own word, consent that of its choice', () => {
  const label = { key: 'relati:choice.place', params: [['site', 'C3']] } as Choice['label'];
  const choice = { label } as Choice;
  expect(buttonName('relati', '#build', choice, words('en'))).toBe('build a cannon');
  expect(buttonName('relati', PLAY, choice, words('en'))).toBe(words('en').say(label));
});

describe('the catalog', () => {
  test('has the same keys with the same parameters in all languages', () => {
    const shape = (language: string) =>
      Object.entries(catalogs(language)['board']!).map(([key, text]) => [
        key,
        (text.match(/\{\w+/g) ?? []).sort(),
      ]);
    for (const language of LANGUAGES) expect(shape(language)).toEqual(shape('en'));
  });
});

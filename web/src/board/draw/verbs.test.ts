import { describe, expect, test } from 'vitest';
import type { VerbMark } from '../../net/wire';
import { OPTIONS, LOOK, board, layer, piece, view as shown } from '../../testing/boards';
import { choice as made } from '../../testing/messages';
import { nextElements, type Chosen } from './overlay';
import { type LoadedLook, readLook } from './look';
import { scene, withElements } from './scene';
import { aimElements, FAINT, likely } from './verbs';

const mark = (symbol: string, where: VerbMark['where'], more: Partial<VerbMark> = {}): VerbMark => ({
  symbol,
  where,
  size: [0.5, 1],
  foot: [0.2, 0.4],
  rest: true,
  chosen: '',
  aim: '',
  own: '',
  ghost: '',
  towards: [],
  count: '',
  ...more,
});
const VERBS = {
  link: mark('link', 'centre', { towards: [''] }),
  an: mark('take', 'dogear', { aim: 'aim', own: 'rub' }),
  ar: mark('far', 'dogear', { aim: 'aim', own: 'rub' }),
  defend: mark('shield', 'foot'),
  escape: mark('square', 'centre'),
  stack: mark('stack', 'centre', { rest: false, chosen: 'stack-{glyph}' }),
};
const NAMES = ['link', 'take', 'far', 'aim', 'rub', 'shield', 'square', 'stack', 'stack-circle'];
const look: LoadedLook = readLook('some-game', {
  look: { ...LOOK.look, verbs: VERBS },
  symbols: [...LOOK.ids.keys(), ...NAMES].map((name) => `<symbol id="${name}"></symbol>`).join(''),
  ids: {},
});

const choice = (verb: string, ...path: string[]) =>
  made(`${verb} ${path.join(' ')}`, { paths: [path], verb, default: verb === 'link' });
const theirs = { ...piece('D1', 'cross'), stack: [{ glyph: 'cross', seat: 1, label: '' }] };
const view = shown([piece('B1'), piece('C1'), piece('A5'), theirs], {
  choices: [
    choice('escape', 'B2', '#escape'),
    choice('link', 'B2', '#relati'),
    choice('escape', 'E5', '#escape'),
    choice('ar', 'B1', 'D1', '#ar'),
    choice('an', 'C1', 'D1'),
    choice('an', 'C1', 'A5'),
    choice('defend', 'C1', '#defend'),
    choice('stack', 'B1', 'C1'),
    choice('', 'A1'),
  ],
});
const FIVE = board(5);
const base = scene(view, FIVE, look, OPTIONS);

/** The symbols of the marks on each site; ~ before those that are faint. */
function marks(chosen: Partial<Chosen> = {}, on = base): Record<string, string[]> {
  const path = chosen.path ?? [];
  const drawn = withElements(on, nextElements(view, on.board, look, { path, before: path, ...chosen }));
  const found: Record<string, string[]> = {};
  for (const { attrs } of [...layer(drawn, 'dots'), ...layer(drawn, 'marks')]) {
    const site = attrs['data-legal'];
    if (site === undefined) continue;
    const name = `${attrs['data-glyph'] ?? 'dot'}`;
    (found[`${site}`] ??= []).push(attrs['opacity'] === FAINT ? `~${name}` : name);
  }
  return found;
}

describe('at rest', () => {
  test('the likely act has the centre, another the foot, and what can be taken a dog-ear', () => {
    expect(marks()).toEqual({
      A1: ['dot'],
      B1: ['mark-option'],
      B2: ['link', 'square'],
      C1: ['shield'],
      D1: ['take'],
      E5: ['square'],
    });
  });

  test('feet are left out where cells are tiny', () => {
    const tiny = scene(view, FIVE, look, { ...OPTIONS, width: 90 });
    expect(tiny.tiny).toBe(true);
    expect(marks({}, tiny)['B2']).toEqual(['link']);
    expect(marks({}, tiny)['D1']).toEqual(['take']);
  });

  test('marks are larger where cells are small', () => {
    const small = scene(view, FIVE, look, { ...OPTIONS, width: 180 });
    const size = (on: typeof base) => {
      const { dots } = nextElements(view, on.board, look, { path: [], before: [] });
      return Number(dots!.find((one) => one.attrs['data-glyph'] === 'link')!.attrs['width']) / on.cell;
    };
    expect(size(base)).toBeCloseTo(0.5, 2);
    expect(size(small)).toBeCloseTo(1, 2);
  });

  test('a link is turned to the piece that it will hang on', () => {
    const { dots } = nextElements(view, base.board, look, { path: [], before: [] });
    const link = dots!.find((one) => one.attrs['data-glyph'] === 'link')!;
    expect(link.attrs['transform']).toMatch(/^rotate\(-90 /);
  });

  test('one verb can be shown alone', () => {
    expect(marks({ only: 'escape' })).toMatchObject({ B2: ['square'], E5: ['square'] });
    expect(marks({ only: 'escape' })['D1']).toBeUndefined();
  });
});

describe('while something is chosen', () => {
  test('what the piece can do is aimed at, one’s own loss looks different, the rest is faint', () => {
    const found = marks({ path: ['C1'] });
    expect(found['D1']).toEqual(['aim']);
    expect(found['A5']).toEqual(['rub']);
    expect(found['C1']).toEqual(['shield']);
    expect(found['B2']).toEqual(['~link', '~square']);
    expect(found['E5']).toEqual(['~square']);
  });

  test('what does not show at rest does, as what the chosen piece would make of it', () => {
    expect(marks()['C1']).toEqual(['shield']);
    expect(marks({ path: ['B1'] })['C1']).toEqual(['stack-circle']);
  });

  test('a target before a piece: all else is faint', () => {
    const found = marks({ target: 'D1' });
    expect(found['D1']).toEqual(['aim']);
    expect(found['B2']).toEqual(['~link', '~square']);
  });
});

test('what is pointed at shows what would be hit', () => {
  const [, , , far, near, own] = view.choices;
  const aimed = (...choices: typeof view.choices) =>
    (aimElements(view, base.board, look, choices, 's0').marks ?? []).map((one) => one.attrs['data-glyph']);
  expect(aimed(far!)).toEqual(['aim']);
  expect(aimed(near!, own!)).toEqual(['aim', 'rub']);
  expect(aimed(view.choices[1]!)).toEqual([]);
});

test('the default is the likely one, or else the first verb of the look', () => {
  const [escape, link, , far, near] = view.choices;
  expect(likely(look, [escape!, link!])).toEqual([link]);
  expect(likely(look, [far!, near!])).toEqual([near]);
  expect(likely(look, [])).toEqual([]);
});

import { describe, expect, test } from 'vitest';
import { choice as made } from '../../testing/messages';
import { approaches, effects, kinds } from './effects';
import { meaning } from './meaning';

const choice = (token: string, path: string[], verb: string, isDefault = false) =>
  made(token, { paths: [path], verb, default: isDefault });

/** D5 can be struck by E5, in two ways, or by D6; B5 by E5 alone; C3 is a link or an escape. */
const choices = [
  choice('AN:D5:E5', ['E5', 'D5', '#an'], 'an', true),
  choice('AR:D5:E5', ['E5', 'D5', '#ar'], 'ar'),
  choice('AN:D5:D6', ['D6', 'D5'], 'an'),
  choice('AR:B5:E5', ['E5', 'B5'], 'ar'),
  choice('R:C3', ['C3', '#relati'], 'link', true),
  choice('E:C3', ['C3', '#escape'], 'escape'),
  choice('D:E5', ['E5', '#defend'], 'defend'),
  choice('end', ['#end'], 'end'),
];
const NOTHING = { path: [], target: null };
const means = (chosen: { path: string[]; target: string | null }, site: string, sure = true) =>
  meaning(choices, chosen, site, null, sure);

describe('where choices take effect', () => {
  test('is the last site of a path, the piece before a button', () => {
    expect([...effects(choices).keys()].sort()).toEqual(['B5', 'C3', 'D5', 'E5']);
    expect(Object.fromEntries(kinds(choices))).toEqual({
      B5: 'ar',
      C3: 'escape link',
      D5: 'an ar',
      E5: 'defend',
    });
  });

  test('what reaches a site is counted once, in the order of the choices', () => {
    expect([...approaches(choices, 'D5').keys()]).toEqual(['E5', 'D6']);
    expect([...approaches(choices, 'C3').keys()]).toEqual([]);
    expect([...approaches(choices, 'E5').keys()]).toEqual([]);
  });
});

describe('theirs first', () => {
  test('a site that only ends paths becomes the target', () => {
    expect(means(NOTHING, 'D5')).toEqual({ does: 'aim', target: 'D5' });
  });

  test('one piece that reaches it: the second click plays', () => {
    expect(means({ path: [], target: 'B5' }, 'B5')).toMatchObject({ does: 'play', token: 'AR:B5:E5' });
    expect(means({ path: [], target: 'B5' }, 'E5')).toMatchObject({ does: 'play', token: 'AR:B5:E5' });
  });

  test('several: the piece decides, a second click on the target lets go of it', () => {
    const chosen = { path: [], target: 'D5' };
    expect(means(chosen, 'D6')).toMatchObject({ does: 'play', token: 'AN:D5:D6' });
    expect(means(chosen, 'E5')).toEqual({ does: 'select', path: ['E5', 'D5'] });
    expect(means(chosen, 'D5')).toEqual({ does: 'select', path: [] });
  });

  test('another target, or a piece that does not reach it, is chosen instead', () => {
    expect(means({ path: [], target: 'D5' }, 'B5')).toEqual({ does: 'aim', target: 'B5' });
    expect(means({ path: [], target: 'B5' }, 'D6')).toEqual({ does: 'select', path: ['D6'] });
    expect(means({ path: [], target: 'B5' }, 'A1')).toMatchObject({ does: 'wrong' });
  });

  test('a tray is meant where a point on it is clicked', () => {
    expect(meaning(choices, NOTHING, '1.D5:0,0', 'D5', true)).toEqual({ does: 'aim', target: 'D5' });
    const [, , , far] = choices;
    const only = { path: [], target: 'B5' };
    expect(meaning([far!], only, '1.B5:0,0', 'B5', true)).toMatchObject({ does: 'play' });
  });

  test('one’s own piece first is as it was', () => {
    expect(means(NOTHING, 'E5')).toEqual({ does: 'select', path: ['E5'] });
    expect(means({ path: ['E5'], target: null }, 'B5')).toMatchObject({ does: 'play', token: 'AR:B5:E5' });
    expect(means({ path: ['D6'], target: null }, 'B5')).toMatchObject({ does: 'wrong' });
  });
});

describe('a second click', () => {
  test('on a cell with several acts is the default one', () => {
    expect(means(NOTHING, 'C3')).toEqual({ does: 'select', path: ['C3'] });
    expect(means({ path: ['C3'], target: null }, 'C3')).toMatchObject({ does: 'play', token: 'R:C3' });
    const twice = { path: ['E5', 'D5'], target: null };
    expect(means(twice, 'D5')).toMatchObject({ does: 'play', token: 'AN:D5:E5', again: true });
  });

  test('without a default, or on cells too small to be sure, lets go', () => {
    expect(means({ path: ['E5'], target: null }, 'E5')).toEqual({ does: 'select', path: [] });
    expect(means({ path: ['C3'], target: null }, 'C3', false)).toEqual({ does: 'select', path: [] });
  });

  test('on what waits for consent plays it', () => {
    const waits = { path: ['E5', 'B5'], target: null };
    expect(means(waits, 'B5')).toMatchObject({ does: 'play', token: 'AR:B5:E5', again: true });
  });

  test('a point on a chosen tray that means something itself is not the tray', () => {
    const tray = [choice('D1', ['T', '#direct'], 'direct'), choice('E1', ['p', '#effect'], 'effect')];
    const chosen = { path: ['T'], target: null };
    expect(meaning(tray, chosen, 'q', 'T', true)).toMatchObject({ does: 'play', token: 'D1' });
    expect(meaning(tray, chosen, 'p', 'T', true)).toEqual({ does: 'select', path: ['p'] });
  });
});

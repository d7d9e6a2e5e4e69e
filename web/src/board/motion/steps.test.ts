import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Event, Site, View } from '../../net/wire';
import { SPARE } from '../draw/links';
import { counted } from './animations';
import { MS, type Pacing, type Step, flight, steps } from './steps';

interface Turn {
  game: string;
  shows: string;
  before: View;
  after: View;
  events: Event[];
}
const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf-8')) as T;
const turns = read<Turn[]>('turns.json');
const boards = read<{ game: string; sites: Site[] }[]>('boards.json');
const INERT = ['dead', 'weapon', 'bomb'];
const USUAL: Pacing = { stepwise: true, pace: 1, reduced: false };

function fixed(game: string): Site[] {
  return game === 'atom' ? [] : boards.find((board) => board.game === game)!.sites;
}
function turn(game: string, shows: string): Turn {
  return turns.find((one) => one.game === game && one.shows === shows)!;
}
function stepsOf(one: Turn, pacing: Pacing = USUAL): Step[] {
  return steps(one.before, one.after, one.events, fixed(one.game), INERT, pacing);
}
const kinds = (one: Turn) => stepsOf(one).map((step) => step.kind);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

describe.each(turns.map((one) => [`${one.game} ${one.shows}`, one] as const))('%s', (_, one) => {
  const all = stepsOf(one);

  test('there is a step for each event, and the last shows what is there afterwards', () => {
    expect(all.map((step) => step.event)).toEqual(one.events);
    expect(all.at(-1)!.view).toEqual({ ...one.after, choices: [] });
  });

  test('every site is shown as it was or as it is, and each change once', () => {
    const was = new Map(one.before.pieces.map((piece) => [piece.site, piece]));
    const is = new Map(one.after.pieces.map((piece) => [piece.site, piece]));
    for (const { view } of all) {
      for (const piece of view.pieces) {
        const site = piece.site;
        expect(same(piece, was.get(site)) || same(piece, is.get(site)), site).toBe(true);
      }
      expect(new Set(view.pieces.map((piece) => piece.site)).size).toBe(view.pieces.length);
    }
    const changed = all.flatMap((step) => step.changed);
    expect(new Set(changed).size).toBe(changed.length);
  });

  test('nothing stands, begins or ends at a site that is not there', () => {
    for (const { view } of all) {
      const there = new Set([...fixed(one.game), ...view.sites].map((site) => site.id));
      const used = [
        ...view.pieces.map((piece) => piece.site),
        ...view.edges.flatMap((edge) => [edge.source, edge.target, ...edge.via]),
        ...view.last,
      ];
      expect(used.filter((site) => !there.has(site))).toEqual([]);
    }
  });

  test('spare links hold nothing: without them the steps are the same', () => {
    const without = (view: View): View => ({
      ...view,
      edges: view.edges.filter((edge) => edge.kind !== SPARE),
    });
    const bare = stepsOf({ ...one, before: without(one.before), after: without(one.after) });
    expect(all.map((step) => ({ ...step, view: without(step.view) }))).toEqual(bare);
    for (const { view } of all.slice(0, -1)) expect(view).toEqual(without(view));
  });

  test('no step offers choices', () => {
    for (const { view } of all) expect(view.choices).toEqual([]);
  });

  test('with less motion everything is a short fade', () => {
    for (const step of stepsOf(one, { ...USUAL, reduced: true })) {
      expect(step.ms).toBeLessThanOrEqual(MS.fade);
    }
  });

  test('twice the pace takes half the time', () => {
    const fast = stepsOf(one, { ...USUAL, pace: 2 });
    all.forEach((step, at) => {
      expect(fast[at]!.ms).toBeCloseTo(step.ms / 2);
      expect(fast[at]!.wait).toBeCloseTo(step.wait / 2);
    });
  });
});

describe('what an event did is read from the views', () => {
  test('a link that is taken is cut, and what hangs on it is lost one after the other', () => {
    const all = stepsOf(turn('relati', 'lost.blocked'));
    expect(all.slice(0, 3).map((step) => step.kind)).toEqual(['place', 'cut', 'lose']);
    expect(all[1]!.edge).toMatchObject({ target: 'G5' });
    expect(all[1]!.edge!.via).toContain('F4');
    expect(all[1]!.ms).toBe(MS.cut + MS.empty);
    expect(all[2]!.wait).toBe(MS.follow);
    expect(all.filter((step) => step.kind === 'remove').length).toBe(1);
  });

  test('a symbol that is linked again mends', () => {
    const all = stepsOf(turn('relati', 'regained'));
    const mends = all.filter((step) => step.kind === 'mend');
    expect(mends.map((step) => step.edge?.target)).toEqual(['F4', 'G3', 'D4', 'D2', 'C3', 'E2']);
    expect(mends[0]!.ms).toBe(MS.mend + MS.empty);
  });

  test('a shot comes from its cannon', () => {
    const [shot] = stepsOf(turn('relati', 'hit'));
    expect(shot).toMatchObject({ kind: 'shot', from: 'A6', sites: ['B6'], cells: 1 });
    expect(shot!.ms).toBe(MS.shotCell + MS.rub);
    expect(flight({ ...shot!, cells: 40 })).toBe(MS.shotMost);
  });

  test('a stone that takes another, or goes onto one', () => {
    expect(kinds(turn('tzaar', 'capture'))[0]).toBe('capture');
    expect(stepsOf(turn('tzaar', 'stack'))[0]).toMatchObject({ kind: 'stack', from: 'D6', ms: 220 });
  });

  test('an attack between trays, then life', () => {
    const all = stepsOf(turn('atom', 'attack'));
    expect(all[0]).toMatchObject({ kind: 'attack', from: '1.2', sites: ['0.2'], ms: 480 });
    expect(all[1]).toMatchObject({ kind: 'life', ms: 400 });
    expect(all[0]!.view.meters).toEqual(turn('atom', 'attack').before.meters);
    expect(all[1]!.view.meters).toEqual(turn('atom', 'attack').after.meters);
  });

  test('an attack on a player comes from its tray and hits his life', () => {
    const one = turn('atom', 'attack');
    const [struck] = stepsOf(one).filter((step) => step.kind === 'life');
    const direct: Event = { message: one.events[0]!.message, sites: ['1.2'], causes: [] };
    const events = [direct, struck!.event];
    const [first, second] = steps(one.before, one.after, events, [], INERT, USUAL);
    expect(first).toMatchObject({ kind: 'attack', from: '1.2', struck: 0, ms: MS.sweep + MS.recoil });
    expect(second).toMatchObject({ kind: 'life', struck: null });
    const [alone] = steps(one.before, one.after, [direct], [], INERT, USUAL);
    expect(alone).toMatchObject({ kind: 'other', struck: null });
  });

  test('a life counts one by one, in larger steps where it falls far', () => {
    expect(counted('7', '4')).toEqual(['7', '6', '5']);
    expect(counted('4', '6')).toEqual(['4', '5']);
    expect(counted('30', '0').length).toBe(10);
    expect(counted('5/2', '1')).toEqual(['5/2']);
  });

  test('atoms crack, each in its time', () => {
    expect(stepsOf(turn('atom', 'destroy'))[0]).toMatchObject({ kind: 'remove', ms: MS.crack });
    const [, swept] = stepsOf(turn('atom', 'cell-falls'));
    expect(swept).toMatchObject({ kind: 'remove', ms: 2 * MS.crack });
  });

  test('what is set down is placed, what changes in its place too', () => {
    expect(kinds(turn('relati-classic', 'place'))[0]).toBe('place');
    expect(kinds(turn('relati', 'build'))[0]).toBe('place');
    expect(kinds(turn('relati-legacy', 'bomb')).slice(0, 3)).toEqual(['remove', 'remove', 'place']);
  });
});

test('a line is read for 900 ms before the next, but not after the last', () => {
  const all = stepsOf(turn('atom', 'attack'));
  expect(all.map((step) => step.wait)).toEqual([900, 900, 0]);
  const quick = stepsOf(turn('atom', 'attack'), { ...USUAL, stepwise: false });
  expect(quick.map((step) => step.wait)).toEqual([480, 400, 0]);
});

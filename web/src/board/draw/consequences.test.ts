import { describe, expect, it } from 'vitest';
import type { Consequence, Geometry, View } from '../../net/wire';
import { LOOK, OPTIONS, board as cells, piece, view as shown } from '../../testing/boards';
import { choice } from '../../testing/messages';
import { consequenceElements } from './consequences';
import { readLook } from './look';
import { scene } from './scene';

const NAMES = ['verb-aim', 'verb-rub', 'verb-keep-rest', 'verb-rub-spent', 'verb-spend'];
const symbols = [...LOOK.ids.keys(), ...NAMES].map((name) => `<symbol id="${name}"></symbol>`).join('');
const look = readLook('some-game', { look: LOOK.look, symbols, ids: {} });
const cloth = readLook('some-game', { look: { ...LOOK.look, material: 'cloth' }, symbols, ids: {} });
const does = (kind: Consequence['kind'], ...sites: string[]): Consequence => ({ kind, sites, said: null });
const act = (...consequences: Consequence[]) => choice('act', { paths: [['B1']], consequences });
const say = OPTIONS.say;

const theirs = { ...piece('D1', 'cross'), stack: [{ glyph: 'cross', seat: 1, label: '' }] };
const VIEW = shown([piece('B1'), piece('C1'), theirs]);
const { board } = scene(VIEW, cells(5), look, OPTIONS);
const drawn = (...given: Parameters<typeof act>) =>
  consequenceElements(VIEW, board, look, [act(...given)], [], 's0', say);
const marks = (...given: Parameters<typeof act>) =>
  (drawn(...given).marks ?? []).map(
    ({ attrs }) => `${attrs['data-site'] ?? ''} ${attrs['data-glyph'] ?? ''}`,
  );

describe('who dies', () => {
  it('is rubbed out where it is one of one’s own, and aimed at where it is another’s', () => {
    expect(marks(does('dies', 'B1', 'D1'))).toEqual(['B1 verb-rub', 'D1 verb-aim']);
  });
  it('is shown for one choice alone', () => {
    const two = [act(does('dies', 'B1')), act(does('dies', 'B1'))];
    expect(consequenceElements(VIEW, board, look, two, [], 's0', say)).toEqual({});
  });
  it('is not drawn by a look that has no such symbols', () => {
    expect(consequenceElements(VIEW, board, LOOK, [act(does('dies', 'B1'))], [], 's0', say)).toEqual({});
  });
});

it('what is spent has strokes and a sign at its foot; what is cut off an outline', () => {
  expect(marks(does('spent', 'C1'))).toEqual(['C1 verb-rub-spent', ' verb-spend']);
  expect(marks(does('cut', 'C1'))).toEqual(['C1 verb-keep-rest']);
});

it('a reach is a dashed frame around all of it, with ash on what is empty', () => {
  const { marks: [frame] = [], dots = [] } = drawn(does('reach', 'B1', 'C1', 'B2', 'C2'));
  expect(frame?.tag).toBe('rect');
  expect(Number(frame?.attrs['width'])).toBeCloseTo(2 * board.cell, 0);
  expect(frame?.attrs['stroke-dasharray']).toBeTruthy();
  expect(new Set(dots.map(({ attrs }) => attrs['data-ash']))).toEqual(new Set(['B2', 'C2']));
});

describe('a plate', () => {
  const tray = (id: string, x: number, y: number) => ({
    id,
    x,
    y,
    label: id,
    group: id,
    outline: [
      [x - 3, y - 3],
      [x + 3, y - 3],
      [x + 3, y + 3],
      [x - 3, y + 3],
    ] as [number, number][],
  });
  const geometry: Geometry = {
    sites: [tray('t', 3, 3), tray('u', 10, 3), tray('a', 3, 10), tray('b', 10, 10)],
    lines: [],
  };
  const table: View = { ...shown([]), sites: geometry.sites };
  const on = scene(table, geometry, cloth, OPTIONS).board;
  const attack = (from: string, to: string, kind: Consequence['kind']) =>
    choice(from + to, {
      paths: [[from, to]],
      consequences: [{ kind, sites: [from, to], said: { key: `${from} ${to}`, params: [] } }],
    });
  const plates = (...open: ReturnType<typeof attack>[]) =>
    (consequenceElements(table, on, cloth, [], open, 's0', say).marks ?? [])
      .filter(({ attrs }) => attrs['data-plate'])
      .map(({ attrs }) => ({
        kind: attrs['data-plate'],
        dashed: Boolean(attrs['stroke-dasharray']),
        x: Number(attrs['x']) + Number(attrs['width']) / 2,
      }));

  it('is solid where the tray breaks and dashed where it holds, at the tray that is attacked', () => {
    const [first, second] = plates(attack('a', 't', 'breaks'), attack('a', 'u', 'holds'));
    expect(first).toMatchObject({ kind: 'breaks', dashed: false });
    expect(second).toMatchObject({ kind: 'holds', dashed: true });
    expect(first!.x).toBeCloseTo(on.xy('t')[0], 0);
    expect(second!.x).toBeCloseTo(on.xy('u')[0], 0);
  });
  it('stands at the attackers where several could attack the same tray', () => {
    const [first, second] = plates(attack('a', 't', 'breaks'), attack('b', 't', 'breaks'));
    expect(first!.x).toBeCloseTo(on.xy('a')[0], 0);
    expect(second!.x).toBeCloseTo(on.xy('b')[0], 0);
  });
});

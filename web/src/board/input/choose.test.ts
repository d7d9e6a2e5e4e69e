import { describe, expect, test } from 'vitest';
import type { Choice, Site } from '../../net/wire';
import { PLAY, click, complete, decided, fitting, kept, nextButtons, nextSites, trayOf } from './choose';

function choice(token: string, paths: string[][], isDefault = false): Choice {
  return {
    token,
    paths,
    label: { key: `x:${token}`, params: [] },
    preview: null,
    default: isDefault,
    edges: [],
    verb: '',
    consequences: [],
  };
}

/** A piece on C3 that fires two ways or builds, an empty cell for one click or two meanings. */
const choices = [
  choice('A1', [['A1']]),
  choice('build', [['C3', '#build']], true),
  choice('root', [['C3', '#root']]),
  choice('left', [['C3', 'B3']]),
  choice('right', [['C3', 'D3']]),
  choice('AN', [['E5', 'E6', '#an']], true),
  choice('AR', [['E5', 'E6', '#ar']]),
  choice('pass', [['#pass']]),
  choice('relay', [['G1', 'G9'], ['G9']]),
];

describe('what may be clicked next', () => {
  test('at first every start of a path, and the buttons that need no site', () => {
    expect([...nextSites(choices, [])].sort()).toEqual(['A1', 'C3', 'E5', 'G1', 'G9']);
    expect(nextButtons(choices, []).map((one) => one.id)).toEqual(['#pass']);
    expect(nextButtons(choices, [])[0]!.default).toBe(false);
  });

  test('after a piece its targets and its buttons, with the default', () => {
    expect([...nextSites(choices, ['C3'])]).toEqual(['B3', 'D3']);
    const buttons = nextButtons(choices, ['C3']).map((one) => [one.id, one.default]);
    expect(buttons).toEqual([
      ['#build', true],
      ['#root', false],
    ]);
  });

  test('after two clicks the buttons that decide', () => {
    expect(nextSites(choices, ['E5', 'E6']).size).toBe(0);
    const buttons = nextButtons(choices, ['E5', 'E6']).map((one) => [one.id, one.default]);
    expect(buttons).toEqual([
      ['#an', true],
      ['#ar', false],
    ]);
  });

  test('a complete path waits with one button that plays it', () => {
    const buttons = nextButtons(choices, ['A1']);
    expect(buttons.map((one) => [one.id, one.choice.token])).toEqual([[PLAY, 'A1']]);
  });

  test('a single button is the default', () => {
    const one = [choice('shield', [['B2', '#defend']])];
    expect(nextButtons(one, ['B2'])[0]!.default).toBe(true);
  });

  test('a step that leaves one choice decides it', () => {
    expect(decided(choices, ['C3'], 'B3')?.token).toBe('left');
    expect(decided(choices, [], 'C3')).toBeNull();
    expect(decided(choices, [], 'H8')).toBeNull();
  });
});

describe('what a click means', () => {
  test('a path that is complete plays', () => {
    expect(click(choices, [], 'A1')).toEqual({ does: 'play', token: 'A1', path: ['A1'] });
    expect(click(choices, ['C3'], 'B3')).toMatchObject({ does: 'play', token: 'left' });
    expect(click(choices, ['E5', 'E6'], '#ar')).toMatchObject({ does: 'play', token: 'AR' });
    expect(click(choices, [], '#pass')).toMatchObject({ does: 'play', token: 'pass' });
  });

  test('either of two paths of one choice plays it', () => {
    expect(click(choices, [], 'G9')).toMatchObject({ does: 'play', token: 'relay' });
    expect(click(choices, ['G1'], 'G9')).toMatchObject({ does: 'play', token: 'relay' });
  });

  test('a start of several paths selects', () => {
    expect(click(choices, [], 'C3')).toEqual({ does: 'select', path: ['C3'] });
    expect(click(choices, ['E5'], 'E6')).toEqual({ does: 'select', path: ['E5', 'E6'] });
  });

  test('the selected piece again deselects, with what came after it', () => {
    expect(click(choices, ['C3'], 'C3')).toEqual({ does: 'select', path: [] });
    expect(click(choices, ['E5', 'E6'], 'E6')).toEqual({ does: 'select', path: ['E5'] });
    expect(click(choices, ['E5', 'E6'], 'E5')).toEqual({ does: 'select', path: [] });
  });

  test('the start of another path is a new selection', () => {
    expect(click(choices, ['C3'], 'E5')).toEqual({ does: 'select', path: ['E5'] });
    expect(click(choices, ['E5', 'E6'], 'C3')).toEqual({ does: 'select', path: ['C3'] });
  });

  test('another target of the same piece keeps the piece', () => {
    expect(click(choices, ['C3', 'B3'], 'D3')).toMatchObject({ token: 'right', path: ['C3', 'D3'] });
  });

  test('what fits nothing is wrong, and says after which clicks', () => {
    expect(click(choices, [], 'H8')).toEqual({ does: 'wrong', path: ['H8'] });
    expect(click(choices, ['C3'], 'H8')).toEqual({ does: 'wrong', path: ['C3', 'H8'] });
  });
});

describe('points on trays', () => {
  const onTrays = [
    choice('attack', [['0.1', '1.2']]),
    choice('effect', [['0.1:0,2', '#effect']]),
    choice('place', [['0.K', '0.1:1,1']]),
  ];
  const site = (id: string, group: string, outline: [number, number][]): Site => ({
    id,
    x: 0,
    y: 0,
    label: id,
    group,
    outline,
  });
  const sites = new Map(
    [
      site('0.1', '0.1', [
        [0, 0],
        [1, 0],
        [1, 1],
      ]),
      site('0.1:0,2', '0.1', []),
      site('0.K', '0.held', []),
    ].map((one) => [one.id, one]),
  );

  test('a point lies on the tray that its group names', () => {
    expect(trayOf(sites, '0.1:0,2')).toBe('0.1');
    expect(trayOf(sites, '0.1')).toBeNull();
    expect(trayOf(sites, '0.K')).toBeNull();
  });

  test('a point that means nothing stands for its tray', () => {
    expect(click(onTrays, [], '0.1:0,0', '0.1')).toEqual({ does: 'select', path: ['0.1'] });
    expect(click(onTrays, ['0.1'], '1.2:5,5', '1.2')).toMatchObject({ token: 'attack' });
  });

  test('a point that means something is meant itself', () => {
    expect(click(onTrays, [], '0.1:0,2', '0.1')).toEqual({ does: 'select', path: ['0.1:0,2'] });
    expect(click(onTrays, ['0.1'], '0.1:0,2', '0.1')).toEqual({ does: 'select', path: ['0.1:0,2'] });
    expect(click(onTrays, ['0.K'], '0.1:1,1', '0.1')).toMatchObject({ token: 'place' });
  });

  test('a point of the selected tray that means nothing deselects it', () => {
    expect(click(onTrays, ['0.1'], '0.1:0,0', '0.1')).toEqual({ does: 'select', path: [] });
  });
});

test('after a change of the view as much of a path is kept as makes sense', () => {
  expect(kept(choices, ['C3', 'B3'])).toEqual(['C3', 'B3']);
  expect(kept(choices, ['C3', 'C9'])).toEqual(['C3']);
  expect(kept(choices, ['Z1'])).toEqual([]);
});

test('fitting and complete agree with each other', () => {
  for (const one of choices) {
    for (const path of one.paths) {
      expect(complete(choices, path)).toBe(one);
      for (let n = 0; n < path.length; n++) {
        expect(fitting(choices, path.slice(0, n))).toContain(one);
        expect(complete(choices, path.slice(0, n))).toBeNull();
      }
    }
  }
});

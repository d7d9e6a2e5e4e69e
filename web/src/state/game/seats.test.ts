import { beforeAll, expect, test } from 'vitest';
import { catalogue } from '../catalogue.svelte';
import { setWords } from '../../i18n/words.svelte';
import { player, view } from '../../testing/messages';
import { type Participant, participantNames } from './seats.svelte';

beforeAll(() => {
  catalogue.players = [player('greedy')];
  setWords('en', {
    core: { 'symbol.circle': 'circle', 'symbol.cross': 'cross', 'player.greedy': 'greedy' },
    table: {
      you: 'You',
      'seat.guest': 'Guest',
      'seat.open': 'Open seat',
      'seat.with-symbol': '{name} ({symbol})',
    },
  });
});

const participant = (seat: number, more: Partial<Participant> = {}): Participant => ({
  seat,
  kind: 'person',
  name: '',
  present: true,
  mine: false,
  hinted: false,
  ...more,
});
const named = (participants: Participant[], drawn = false): string[] =>
  participantNames(participants, 'x', view(), drawn);

test('people go by name, computers by title', () => {
  const greedy = participant(1, { kind: 'computer', name: 'greedy' });
  expect(named([participant(0, { mine: true }), greedy])).toEqual(['You', 'Greedy']);
  expect(named([participant(0, { name: 'Wei' }), participant(1, { kind: 'open' })])).toEqual([
    'Wei',
    'Open seat',
  ]);
});

test('whoever sits at several seats goes by symbol', () => {
  expect(named([participant(0, { mine: true }), participant(1, { mine: true })])).toEqual([
    'Circle',
    'Cross',
  ]);
  const wei = [participant(0, { mine: true, name: 'Wei' }), participant(1, { mine: true, name: 'Ann' })];
  expect(named(wei)).toEqual(['Wei', 'Ann']);
});

test('seats of others keep their names, and the symbol beside them unless it is drawn there', () => {
  const computers = [0, 1].map((seat) => participant(seat, { kind: 'computer', name: 'greedy' }));
  expect(named(computers)).toEqual(['Greedy (circle)', 'Greedy (cross)']);
  expect(named(computers, true)).toEqual(['Greedy', 'Greedy']);
});

test('a record without names has symbols', () => {
  const recorded = [participant(0, { kind: 'recorded' }), participant(1, { kind: 'recorded', name: 'Ann' })];
  expect(named(recorded, true)).toEqual(['Circle', 'Ann']);
});

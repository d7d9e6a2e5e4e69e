import { expect, test } from 'vitest';
import type { DiagramAnswer } from '../../net/wire';
import { entry, frame, viewAt } from '../../testing/messages';
import { DiagramModel } from './diagram.svelte';

function model(...answers: Partial<DiagramAnswer>[]): { made: DiagramModel; asked: unknown[] } {
  const asked: unknown[] = [];
  const made = new DiagramModel('some-game', 'beside', async (_game, _id, attempt) => {
    asked.push(attempt);
    return { view: viewAt(0), frames: [], violation: null, ...answers.shift() };
  });
  return { made, asked };
}
const moved = (at: number) => ({ ...frame(at), entry: entry(at) });

test('what was played is sent along with the next try, chance too', async () => {
  const { made, asked } = model({}, { frames: [moved(1), moved(2)], view: viewAt(2) }, {});
  await made.begin();
  await made.try('A1');
  expect(made.seats).toEqual([]);
  made.rest();
  expect(made.seats.length).toBeGreaterThan(0);
  await made.click(['B1', 'C1']);
  expect(asked).toEqual([
    { played: [], text: '' },
    { played: [], text: 'A1' },
    { played: [entry(1).token, entry(2).token], text: '@B1>C1' },
  ]);
});

test('a refusal is said and changes nothing', async () => {
  const message = { key: 'core:violation.taken', params: [] };
  const { made } = model({}, { violation: { code: 'taken', message, sites: [] } });
  await made.begin();
  await made.try('A1');
  expect(made.said).toEqual([message]);
  expect(made.refused).toBe(true);
  expect(made.begun).toBe(false);
});

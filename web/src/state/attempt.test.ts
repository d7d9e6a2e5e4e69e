import { expect, test } from 'vitest';
import { Refused } from '../net/api';
import { Attempt } from './attempt.svelte';

const message = { key: 'app:refused.busy', params: [] };
const refuse = (): Promise<never> => Promise.reject(new Refused({ code: 'busy', message, field: '' }, 429));

test('an attempt is busy until it is done', async () => {
  const attempt = new Attempt();
  let finish = (): void => undefined;
  const done = attempt.run(() => new Promise<void>((resolve) => (finish = resolve)));
  expect(attempt.busy).toBe(true);
  finish();
  expect(await done).toBe(true);
  expect(attempt.busy).toBe(false);
});

test('a refusal is kept until the next attempt, anything else is thrown', async () => {
  const attempt = new Attempt();
  expect(await attempt.run(refuse)).toBe(false);
  expect(attempt.refusal).toEqual(message);
  await expect(attempt.run(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  expect([attempt.refusal, attempt.busy]).toEqual([null, false]);
});

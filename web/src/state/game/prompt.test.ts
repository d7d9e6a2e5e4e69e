import { expect, test } from 'vitest';
import { view, words } from '../../testing/messages';
import { promptOf } from './prompt';

test('who decides is spoken to, others hear of him', () => {
  const shown = view({ actor: 1, prompt_you: words('x:you') });
  expect(promptOf(shown, [1]).key).toBe('x:you');
  expect(promptOf(shown, [0]).key).toBe('x:prompt');
  expect(promptOf(shown, []).key).toBe('x:prompt');
  expect(promptOf(view({ actor: 1 }), [1]).key).toBe('x:prompt');
  expect(promptOf(view({ actor: null, prompt_you: words('x:you') }), [0]).key).toBe('x:prompt');
});

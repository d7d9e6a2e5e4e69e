import { expect, it } from 'vitest';
import type { View } from '../../net/wire';
import { entry, view } from '../../testing/messages';
import { takenBack } from './taken-back';

const standing = (...sites: string[]): View =>
  view({
    pieces: sites.map((site) => ({ site, stack: [{ glyph: 'circle', seat: 0, label: '' }], marks: [] })),
  });

it('what came goes first, then what went is there again', () => {
  const back = takenBack(entry(1), standing('A1', 'C3'), standing('A1', 'B2'));
  expect(back?.events).toHaveLength(1);
  expect(back?.events[0]).toMatchObject({ sites: ['C3', 'B2'], causes: [] });
});
it('nothing moves where nothing differs', () => {
  expect(takenBack(entry(1), standing('A1'), standing('A1'))).toBeNull();
});

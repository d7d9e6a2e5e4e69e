import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.svelte';

describe('settings', () => {
  it('are read back as they were written', () => {
    const settings = {
      language: 'zh-Hans' as const,
      theme: 'dark' as const,
      pace: 2,
      steps: false,
      sound: false,
      confirm: true,
      coordinates: false,
      skip: false,
      tokens: true,
      letters: false,
      name: '安',
      computer: 'level-5',
      coach: 'off' as const,
    };
    expect(readSettings(JSON.stringify(settings))).toEqual(settings);
  });
  it.each([
    null,
    '',
    'no json',
    '[]',
    '3',
    'null',
    '{"theme":"pink","pace":-1,"sound":"yes","language":"de","name":7}',
  ])('are as by default where %s makes no sense', (text) => {
    expect(readSettings(text)).toEqual(readSettings('{}'));
  });
});

import { describe, expect, it } from 'vitest';
import { suitable } from './languages';

describe('the language that suits a browser', () => {
  it.each([
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK', 'en'], 'zh-Hant'],
    [['zh-Hant-CN'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-Hans-TW'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['de-CH', 'zh-TW', 'en'], 'zh-Hant'],
    [['en-GB', 'zh'], 'en'],
    [['de'], 'en'],
    [[], 'en'],
  ])('%j: %s', (tags, language) => {
    expect(suitable(tags)).toBe(language);
  });
});

/** Catalogs that only some pages need come on demand, and follow the language. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { language, loadCatalog, loadWords, setWords, t } from './words.svelte';

describe('a further catalog', () => {
  beforeEach(() => {
    setWords('en', { core: { list: ', ' } });
    setWords('zh-Hant', { core: { list: '、' } });
  });

  it('is there when it has been loaded, and in every language that is chosen then', async () => {
    await loadWords('en');
    const source = vi.fn((wanted: string) => Promise.resolve({ topic: `topic in ${wanted}` }));
    await loadCatalog('x.lessons', source);
    expect(t('x.lessons:topic')).toBe('topic in en');
    await loadWords('zh-Hant');
    expect(language()).toBe('zh-Hant');
    expect(t('x.lessons:topic')).toBe('topic in zh-Hant');
    expect(t('core:list')).toBe('、');
    await loadWords('en');
    await loadCatalog('x.lessons', source);
    expect(source.mock.calls.map(([wanted]) => wanted)).toEqual(['en', 'zh-Hant']);
  });
});

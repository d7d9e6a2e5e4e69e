import { describe, expect, it } from 'vitest';
import { message } from '../i18n/message';
import { heading, rulesPage, words } from '../testing/rules';
import { clauseOf, partsOf, textOf } from './rules-parts';

describe('the parts of a page of rules', () => {
  const page = rulesPage([
    words('Before.'),
    heading('A turn', 'turn'),
    words('Play.'),
    words('Or not.'),
    heading('Capture', 'capture', 3),
    heading('Advice', ''),
    words('Win.'),
  ]);
  it('begin with their headings', () => {
    expect(partsOf(page).map(({ id, title, top, blocks }) => [id, title, top, blocks.length])).toEqual([
      ['part-0', '', false, 1],
      ['turn', 'A turn', true, 2],
      ['capture', 'Capture', false, 0],
      ['part-3', 'Advice', true, 1],
    ]);
    expect(partsOf(rulesPage([]))).toEqual([]);
  });
  it('have their text in one', () => {
    expect(textOf(words('Play.').rows[0]![0]!)).toBe('Play.');
  });
});

describe('the clause of a message', () => {
  const page = rulesPage([], {
    'event.attack*': 'attacking',
    'event.attack-held': 'passives',
    'violation.too-weak': 'capture',
  });
  const of = (key: string): string | null => clauseOf(page, message(key));
  it('is that of its key, whatever its catalog', () => {
    expect(of('atom:violation.too-weak')).toBe('capture');
    expect(of('core:violation.too-weak')).toBe('capture');
    expect(of('atom:violation.too-weak.more')).toBeNull();
  });
  it('is that of the longest beginning', () => {
    expect(of('atom:event.attack')).toBe('attacking');
    expect(of('atom:event.attack-fails')).toBe('attacking');
    expect(of('atom:event.attack-held')).toBe('passives');
  });
  it('is none where nothing fits', () => {
    expect(of('atom:event.other')).toBeNull();
    expect(clauseOf(rulesPage([]), message('atom:event.attack'))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { heading, rulesPage, span, words } from '../../../testing/rules';
import { pieces, places, search, wanted } from './search';

const english = rulesPage([
  heading('Capture', 'capture'),
  words('You capture what is not higher. To capture is a must.'),
  heading('Stack', 'stacking'),
  words('Heights ', span('add', 'strong'), ' up.'),
]);
const chinese = rulesPage(
  [
    heading('吃子', 'capture'),
    words('吃掉不比自己高的。'),
    heading('併子', 'stacking'),
    words('高度相加，步驟二才能併。'),
  ],
  {},
  'zh-Hant',
);

describe('searching the rules', () => {
  it('counts the places, whatever the case', () => {
    expect(search(english, [], 'CAPTURE').count).toBe(3);
    expect(search(english, [], ' capture ').count).toBe(3);
    expect(search(english, [], 'castle').count).toBe(0);
    expect(search(english, [], '  ').count).toBe(0);
  });
  it('finds words that go over marked ones', () => {
    expect(search(english, [], 'heights add up').count).toBe(1);
  });
  it('finds words of other languages by the part in which they stand there', () => {
    const found = search(english, [chinese], '併');
    expect(found.count).toBe(1);
    expect([...found.elsewhere]).toEqual(['stacking']);
    expect([...search(english, [chinese], '高').elsewhere]).toEqual(['capture', 'stacking']);
    expect([...search(chinese, [english], 'stack').elsewhere]).toEqual(['stacking']);
  });
  it('does not say twice what the shown language says itself', () => {
    const other = rulesPage([heading('Capture', 'capture'), words('to capture')], {}, 'zh-Hans');
    expect(search(english, [other], 'capture')).toEqual({ count: 3, elsewhere: new Set() });
  });
});

describe('places', () => {
  it('do not overlap', () => {
    expect(places('aaa aa', 'aa')).toEqual([0, 4]);
    expect(places('abc', '')).toEqual([]);
  });
});

describe('pieces', () => {
  const spans = [span('Heights '), span('add', 'strong'), span(' up')];
  const cut = (word: string): [string, boolean][] =>
    pieces(spans, word).map((piece) => [piece.text, piece.hit]);
  it('are the spans where nothing is searched for', () => {
    expect(cut('')).toEqual([
      ['Heights ', false],
      ['add', false],
      [' up', false],
    ]);
  });
  it('are cut where the word begins and ends', () => {
    expect(cut(wanted('Dd'))).toEqual([
      ['Heights ', false],
      ['a', false],
      ['dd', true],
      [' up', false],
    ]);
    expect(cut('s add')).toEqual([
      ['Height', false],
      ['s ', true],
      ['add', true],
      [' up', false],
    ]);
    expect(cut('heights').map(([text]) => text)).toEqual(['Heights', ' ', 'add', ' up']);
  });
});

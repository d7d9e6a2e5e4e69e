import { expect, test } from 'vitest';
import { choice, entry, view, words } from '../../../testing/messages';
import { countStones, lastMoves, legalMoves, material, myPieces } from './queries';

test('material counts stones by seat, without what is inert', () => {
  const stone = (seat: number) => ({ glyph: 'g', seat, label: '' });
  const shown = view({
    pieces: [
      { site: 'A1', stack: [stone(0), stone(0)], marks: [] },
      { site: 'A2', stack: [stone(1)], marks: [] },
      { site: 'A3', stack: [stone(1), stone(1)], marks: ['dead'] },
    ],
    meters: [{ name: words('x:meter.life'), value: 7, seat: 0, limit: null }],
  });
  expect([...countStones(shown, ['dead'])]).toEqual([
    [0, 2],
    [1, 1],
  ]);
  const ahead = new Map(material('x', shown, ['dead']).params).get('ahead');
  expect(ahead).toMatchObject({ key: 'table:query.ahead', params: [['symbol', { key: 'x:symbol.circle' }]] });
  const level = new Map(material('x', view()).params).get('ahead');
  expect(level).toMatchObject({ key: 'table:query.level' });
});

test('my pieces are grouped by what they are', () => {
  const piece = (site: string, seat: number, marks: string[] = []) => ({
    site,
    stack: [{ glyph: 'g', seat, label: '' }],
    marks,
  });
  const shown = view({ pieces: [piece('A1', 0), piece('A2', 1), piece('A3', 0), piece('A4', 0, ['lost'])] });
  const groups = new Map(myPieces('x', shown, 0, { g: 'kind.g' }).params).get('groups');
  expect(groups).toMatchObject([
    {
      params: [
        ['kind', { key: 'x:kind.g' }],
        ['count', 2],
        ['sites', ['A1', 'A3']],
      ],
    },
    {
      params: [
        ['kind', [{ key: 'table:mark.lost' }]],
        ['count', 1],
        ['sites', ['A4']],
      ],
    },
  ]);
});

test('queries say that there is nothing, where there is nothing', () => {
  expect(lastMoves([]).key).toBe('table:query.no-move');
  expect(legalMoves([]).key).toBe('table:query.no-choices');
  expect(myPieces('x', view(), 0, {}).key).toBe('table:query.no-pieces');
  const many = Array.from({ length: 20 }, (_, index) => choice(`T${index}`));
  expect(new Map(legalMoves(many).params).get('more')).toBe(8);
});

test('the last move is everything since one moved oneself', () => {
  const told = new Map(lastMoves([entry(1), entry(2)]).params).get('told');
  expect(told).toMatchObject([{ key: 'x:event.1' }, { key: 'x:event.2' }]);
});

import { describe, expect, it } from 'vitest';
import type { Catalogs, Message, Param } from '../net/wire';
import { format, template } from './format';

const english: Catalogs = {
  core: { list: ', ', 'symbol.circle': 'circle', only: 'only in English' },
  relati: {
    lost: '{site} is lost: {cause} took its only path',
    count: '{count} {count|symbol|symbols}',
    attack: '{attack} against {defence}',
    sites: 'at {sites}',
    turn: '{symbol} to play',
  },
};
const chinese: Catalogs = {
  core: { list: '、', 'symbol.circle': '圓圈' },
  relati: { sites: '在{sites}', turn: '輪到{symbol}' },
};

function said(key: string, params: [string, Param][] = [], catalogs = english): string {
  return format({ key, params }, { catalogs, fallback: english, missing: () => undefined });
}
const circle: Message = { key: 'relati:symbol.circle', params: [] };

describe('a message in words', () => {
  it('fills in names', () => {
    expect(
      said('relati:lost', [
        ['site', 'C4'],
        ['cause', 'D5'],
      ]),
    ).toBe('C4 is lost: D5 took its only path');
  });
  it('leaves a name that is not given', () => {
    expect(said('relati:lost', [['site', 'C4']])).toBe('C4 is lost: {cause} took its only path');
  });
  it('tells one from many', () => {
    expect(said('relati:count', [['count', 1]])).toBe('1 symbol');
    expect(said('relati:count', [['count', '1']])).toBe('1 symbol');
    expect(said('relati:count', [['count', 0]])).toBe('0 symbols');
  });
  it('writes halves as decimals and other fractions as they are', () => {
    expect(
      said('relati:attack', [
        ['attack', 5],
        ['defence', '5/2'],
      ]),
    ).toBe('5 against 2.5');
    expect(
      said('relati:attack', [
        ['attack', '-1/2'],
        ['defence', '1/3'],
      ]),
    ).toBe('-0.5 against 1/3');
  });
  it('words messages within messages, and the core for a game that has no such key', () => {
    expect(said('relati:turn', [['symbol', circle]], chinese)).toBe('輪到圓圈');
  });
  it('joins lists as the language does', () => {
    expect(said('relati:sites', [['sites', ['A1', 'B2']]])).toBe('at A1, B2');
    expect(said('relati:sites', [['sites', ['A1', circle]]], chinese)).toBe('在A1、圓圈');
  });
  it('falls back to English and reports the key', () => {
    const missing: string[] = [];
    const words = { catalogs: chinese, fallback: english, missing: (key: string) => missing.push(key) };
    expect(format({ key: 'core:only', params: [] }, words)).toBe('only in English');
    expect(missing).toEqual(['core:only']);
  });
  it('shows the key itself where no language has it', () => {
    expect(said('tzaar:nothing', [['a', 1]])).toBe('tzaar:nothing(a=1)');
    expect(said('tzaar:nothing')).toBe('tzaar:nothing');
  });
  it('does not take a name from the words for a placeholder', () => {
    expect(
      said('relati:lost', [
        ['site', '{cause}'],
        ['cause', '$&'],
      ]),
    ).toBe('{cause} is lost: $& took its only path');
  });
});

describe('a template', () => {
  it('is that of the catalog before that of the core', () => {
    const catalogs = { core: { title: 'core' }, hex: { title: 'Hex' } };
    expect(template(catalogs, 'hex:title')).toBe('Hex');
    expect(template(catalogs, 'other:title')).toBe('core');
    expect(template(catalogs, 'title')).toBeUndefined();
  });
});

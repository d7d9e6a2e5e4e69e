import { describe, expect, it } from 'vitest';
import { kindOf } from './text-kind';

describe('a text that is handed in', () => {
  it.each([
    ['', 'nothing'],
    [' \n', 'nothing'],
    ['[Game "relati"]', 'record'],
    ['\n{"format": 1}', 'record'],
    ['(;FF[TZAAR]VA[RANDOM]', 'record'],
    [' (\n;\nGM[Tzaar]VV[1]', 'record'],
    ['OX./.../... O X 3', 'position'],
  ])('%j is a %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });
});

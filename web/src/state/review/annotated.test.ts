import { describe, expect, it } from 'vitest';
import type { ConvertWanted, Entry, ExploreWanted } from '../../net/wire';
import { Refused } from '../../net/api';
import type { RecordJson } from '../analysis/record';
import { annotated } from './annotated';
import { ReviewSaving } from './saving.svelte';
import type { Verdict } from './verdicts';

const RECORD: RecordJson = {
  ...{ format: 'duiyi-record-1', game: 'known', version: 1, seats: 2 },
  moves: [
    { actor: 0, token: 'a', comments: ['[clk 0:09]'], variations: [[{ actor: 0, token: 'c' }]] },
    { chance: '5' },
    { actor: 1, token: 'b' },
  ],
};
function verdict(number: number, more: Partial<Verdict> = {}): Verdict {
  return {
    ...{ number, seat: 0, token: 'a', loss: 0, mark: 'fine', praise: '', missed: false, counted: true },
    before: { share: 0.9, proof: '' },
    after: { share: 0.9 - (more.loss ?? 0), proof: '' },
    better: ['b', '5', 'd'],
    ...more,
  };
}
const MARKED = verdict(0, { loss: 0.5, mark: 'blunder' });
const entry = (actor: number, token: string): Entry => ({ actor, token }) as Entry;

describe('a record with what a review found', () => {
  it('has a comment after each decision that was judged, and the better line beside a mistake', () => {
    const better = [entry(0, 'b'), entry(-1, '5'), entry(1, 'd')];
    const notes = [
      { verdict: MARKED, words: 'blunder', better },
      { verdict: verdict(2), words: '', better: [] },
    ];
    const found = annotated(RECORD, notes);
    expect(found.moves[0]).toEqual({
      ...{ actor: 0, token: 'a', comments: ['[clk 0:09]', '[eval 0.400] blunder'] },
      variations: [
        [{ actor: 0, token: 'c' }],
        [{ actor: 0, token: 'b', comments: ['[eval 0.900]'] }, { chance: '5' }, { actor: 1, token: 'd' }],
      ],
    });
    expect(found.moves[1]).toEqual({ chance: '5' });
    expect(found.moves[2]).toEqual({ actor: 1, token: 'b', comments: ['[eval 0.900]'] });
    expect(RECORD.moves[0]!.comments).toEqual(['[clk 0:09]']);
  });
});

describe('a review that is saved', () => {
  const course = { game: 'known', decisions: [{ before: 's' }] as never, record: RECORD };

  it('asks for the better line of each marked decision, counts them, and gives the text', async () => {
    const asked: ExploreWanted[] = [];
    const counted: string[] = [];
    const saving: ReviewSaving = new ReviewSaving({
      explore: async (line) => {
        asked.push(line);
        counted.push(`${saving.done} of ${saving.total}`);
        return { steps: [{ entry: null }, { entry: entry(0, 'b') }] } as never;
      },
      convertRecord: async ({ text }: ConvertWanted) => ({ text: `dyr of ${text}` }),
    });
    const text = await saving.text(course, [MARKED, verdict(2)], () => 'blunder');
    expect(asked.map((line) => line.start)).toEqual(['s']);
    expect(counted).toEqual(['0 of 1']);
    expect([saving.done, saving.total, saving.attempt.busy]).toEqual([1, 1, false]);
    expect(text).toContain('dyr of {"format":"duiyi-record-1"');
    expect(text).toContain('[eval 0.400] blunder');
  });
  it('says so where the server refuses', async () => {
    const message = { key: 'http:slow-down', params: [] };
    const saving = new ReviewSaving({
      explore: async () => {
        throw new Refused({ code: 'slow-down', message, field: '' }, 429);
      },
      convertRecord: async () => ({ text: '' }),
    });
    expect(await saving.text(course, [MARKED], () => '')).toBeNull();
    expect(saving.attempt.refusal).toEqual(message);
  });
});

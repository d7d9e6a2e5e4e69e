import { expect, test } from 'vitest';
import { LONGEST, formOf, readAddress, studyOf, written } from './address';
import { type RecordJson, recordOf, studyOfRecord } from './record';
import { type Study, emptyStudy } from './study';
import { ROOT, commented, inOrder, isMain, madeMain, nodeOf, planted, played, playedAll } from './tree';

function study(): Study {
  let { tree } = playedAll(planted('before all'), ROOT, ['a', 'b', 'c']);
  ({ tree } = playedAll(tree, 1, ['d', 'e']));
  tree = played(tree, 4, 'f').tree;
  tree = played(tree, 1, 'g').tree;
  tree = commented(commented(tree, 2, '好棋 "}'), 6, 'f?');
  return { ...emptyStudy('tzaar', { seats: 2, options: { setup: 'random', seed: 7 } }), tree, cursor: 6 };
}
/** Ids differ; what is said does not. */
const shape = (one: Study): unknown => ({ ...formOf(one), game: one.game });

test('a study survives the address: tree, comments, order of variations and cursor', async () => {
  const one = study();
  const back = await readAddress('tzaar', `#${await written(one)}`);
  expect(back && shape(back)).toEqual(shape(one));
  expect(nodeOf(back!.tree, back!.cursor)).toMatchObject({ token: 'f', comment: 'f?' });
});

test('so it does after variations were moved', async () => {
  const one = { ...study(), tree: madeMain(study().tree, 6) };
  const back = (await readAddress('tzaar', (await written(one))!))!;
  expect(shape(back)).toEqual(shape(one));
  expect(isMain(back.tree, back.cursor)).toBe(true);
});

test('a game of three hundred decisions fits, and what is too long is said', async () => {
  const tokens = Array.from(
    { length: 300 },
    (_, at) => `${'ABCDEFGHI'[at % 9]}${at % 7}x${'IHGFE'[at % 5]}${at % 8}`,
  );
  const long = { ...emptyStudy('tzaar'), ...treeOf(tokens) };
  expect((await written(long))!.length).toBeLessThan(4000);
  const noise = Array.from({ length: 4000 }, (_, at) => ((at * 2654435761) % 2 ** 32).toString(36) + at);
  expect(await written({ ...emptyStudy('tzaar'), ...treeOf(noise) })).toBeNull();
});
function treeOf(tokens: string[]): Pick<Study, 'tree' | 'cursor'> {
  const { tree, id } = playedAll(planted(), ROOT, tokens);
  return { tree, cursor: id };
}

test.each(['', '#', '#1.', '#1.AAAA', '#2.q1YqVrJSUgIA', `#1.${'A'.repeat(LONGEST + 1)}`])(
  'a link that is none of ours is refused: %.20s',
  async (hash) => {
    expect(await readAddress('tzaar', hash)).toBeNull();
  },
);

test.each([
  null,
  { l: 'abc' },
  { l: [1] },
  { l: [['', 'x']] },
  { l: [['a', 5]] },
  { o: [] },
  { o: { x: {} } },
  { s: 4 },
])('a form that is none of ours is refused: %j', (form) => {
  expect(() => studyOf('tzaar', form)).toThrow();
});

test('text that unfolds to more than it should is not read to its end', async () => {
  const stream = new Blob([`{"c":"${' '.repeat(3_000_000)}"}`])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const packed = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
  expect(packed.length).toBeLessThan(LONGEST);
  expect(await readAddress('tzaar', `1.${packed}`)).toBeNull();
});

test('a study survives being a record, without the clocks', () => {
  const one = study();
  const known = {
    version: 3,
    seats: 2,
    options: { setup: 'random', seed: 7 },
    actor: (id: number) => (nodeOf(one.tree, id).token === 'c' ? -1 : 1),
    outcome: null,
  };
  const record = recordOf(one, known);
  expect(record.moves[2]).toEqual({ chance: 'c' });
  const back = studyOfRecord(record, 2);
  expect({ ...formOf(back), w: undefined, a: undefined }).toEqual({
    ...formOf(one),
    w: undefined,
    a: undefined,
  });
  expect(nodeOf(back.tree, back.cursor).token).toBe('b');
});

test('withdrawals and clocks of a played game', () => {
  const record: RecordJson = {
    format: 'duiyi-record-1',
    game: 'tzaar',
    version: 1,
    seats: 2,
    moves: [
      { actor: 0, token: 'a', comments: ['[clk 0:04.1]', 'hm'] },
      { withdraw: 1, verdict: 'resigned' },
    ],
  };
  const { tree } = studyOfRecord(record);
  expect(inOrder(tree).map((id) => [nodeOf(tree, id).token, nodeOf(tree, id).comment])).toEqual([
    ['', ''],
    ['a', 'hm'],
    ['!1 resigned', ''],
  ]);
  const known = { version: 1, seats: 2, options: {}, actor: () => 0, outcome: null };
  expect(recordOf(studyOfRecord(record), known).moves[1]).toEqual({ withdraw: 1, verdict: 'resigned' });
});

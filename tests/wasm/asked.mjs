// Answers what stands in the lines of standard input, a JSON list each: a name and its arguments. The
// module is one of kernels/wasm, the code around it that of the page (web/src/engine).
// usage: node asked.mjs WEB MODULE [THREADS]
// With several threads the module has to be one of those with threads; the helpers are there before
// anything is answered.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { called } from './crew.mjs';

const [, , web, wasm, threads = '1'] = process.argv;
const { rolldown } = await import(
  pathToFileURL(createRequire(join(web, 'package.json')).resolve('rolldown'))
);

const ENTRY = 'asked';
const parts = ['module', 'thinking', 'analyst', 'review', 'mistakes', 'types', 'surroundings', 'threads/crew'].map(
  (part) => `./${part}`,
);
const judging = ['judging', 'verdicts', 'learn/learning', 'learn/trying', 'accuracy'].map((part) => `../state/review/${part}`);
const bundle = await rolldown({
  input: ENTRY,
  plugins: [
    {
      name: 'entry',
      resolveId: (id) => (id === ENTRY ? join(web, 'src/engine/asked.ts') : null),
      load: (id) =>
        id.endsWith('asked.ts')
          ? [...parts, ...judging].map((part) => `export * from '${part}';`).join('\n')
          : null,
    },
  ],
});
const { output } = await bundle.generate({ format: 'esm' });
const page = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
const { Analyst, EngineModule, Judge, Thinking, followed, judged, judgedTurn, lessons, summary } = page;

const cpu = () => process.cpuUsage().user / 1e6;
const wall = () => performance.now() / 1000;
const module = new WebAssembly.Module(readFileSync(wasm));
const crew = Number(threads) > 1 ? await called(rolldown, web, page, module, Number(threads)) : null;
/** When the search that goes on is to be stopped, by the clock. */
let end = Infinity;
const own = new EngineModule(
  module,
  crew === null
    ? { now: cpu, stopped: () => false }
    : { now: crew.now, stopped: () => (wall() >= end && crew.stop(), crew.stopped()) },
  crew?.memory,
);
const weights = new Map();
const learnt = (kind) => weights.get(kind) ?? new Uint8Array();
const thinkingWith = (searching) => new Thinking(own, searching, learnt, crew === null ? cpu : wall);
const plain = thinkingWith({ best: {}, weights: [], solved: [], winningPositions: null, reviewNodes: 1 });

/** As the worker's client, without a worker. */
const thinkerWith = (searching) => {
  const thinking = thinkingWith(searching);
  return {
    look: async (text, steps = []) => thinking.look(text, steps),
    think: async (text, limits, heard) => thinking.think(text, limits, heard),
    prove: async (text, limits, certificate) => thinking.prove(text, limits, certificate),
  };
};

const asked = {
  about: () => own.about(),
  learnt: (kind, base64) => weights.set(kind, new Uint8Array(Buffer.from(base64, 'base64'))).size,
  look: (text, steps) => plain.look(text, steps),
  search: (text, kind, limits, hears) => {
    const heard = [];
    const begun = cpu();
    const thought = plain.search(text, kind, limits, hears ? (one) => heard.push(one) : undefined);
    return { ...thought, heard, cpu: cpu() - begun };
  },
  /** By all threads, stopped after so many seconds; with how often each looked at the clock. */
  together: (text, kind, limits, seconds) => {
    end = wall() + seconds;
    const [before, used, begun, heard] = [crew.looks(), cpu(), wall(), []];
    const thought = plain.search(text, kind, limits, (one) => heard.push(one));
    const looks = crew.looks().map((count, thread) => count - before[thread]);
    end = Infinity;
    crew.begin();
    return { ...thought, heard, looks, threads: own.threads, wall: wall() - begun, cpu: cpu() - used };
  },
  prove: (text, limits, certificate) => plain.prove(text, limits, certificate),
  winning: (text, most) => plain.winningTurn(text, most),
  think: (text, searching, limits) => thinkingWith(searching).think(text, limits),
  chances: (text, searching, limits) => new Analyst(thinkerWith(searching), limits).chances(text),
  review: async (start, decisions, searching, limits) => {
    const thinker = thinkerWith(searching);
    const found = [];
    const begun = cpu();
    for await (const one of judged(await followed(start, decisions, thinker), new Analyst(thinker, limits)))
      found.push(one);
    const seats = found[0]?.analysis.look.seats ?? 2;
    return {
      found: found.map(({ analysis, ...rest }) => ({ ...rest, first: analysis.lines[0].tokens })),
      summary: summary(found, seats),
      cpu: cpu() - begun,
    };
  },
  /** As the page reviews a game: all verdicts, and what draws gave. */
  verdicts: async (start, decisions, searching, nodes) => {
    const thinker = thinkerWith(searching);
    const judge = new Judge(thinker, nodes);
    const found = [];
    const lucks = [];
    const begun = cpu();
    for (const one of await followed(start, decisions, thinker)) {
      const verdict = await judge.verdict(one);
      if (verdict) found.push(verdict);
      if (one.actor < 0) lucks.push(await judge.luck(one));
    }
    return { found, lucks, cpu: cpu() - begun };
  },
  /** Which of these turns learning takes for the position of a verdict. */
  accepted: async (start, turns, verdict, searching, nodes, seats) => {
    const judge = new Judge(thinkerWith(searching), nodes);
    const good = [];
    for (const tokens of turns)
      if ((await judgedTurn(judge, start, tokens, verdict, { seats })).good) good.push(tokens);
    return good;
  },
  lessons: (verdicts, seat) => lessons(verdicts, seat).map((one) => one.number),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...words] = JSON.parse(line);
  try {
    console.log(JSON.stringify({ said: await asked[name](...words) }));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }));
  }
}
process.exit(); // helpers never end by themselves

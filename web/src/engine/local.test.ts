import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptedMember, ScriptedWorker } from '../testing/engine';
import { Falling } from './engine';
import { LocalEngine, Unavailable, type Sources } from './local';
import type { Begin } from './messages';
import { FLAGS } from './surroundings';
import { threadsHere } from './threads/crew';
import { Stopped, type Found } from './types';
import { KnownEngine } from '../testing/engine';

const SEARCHING = {
  best: { '2': 'alphabeta' },
  weights: ['alphabeta'],
  solved: [],
  winningPositions: null,
  reviewNodes: 100,
};
const FOUND: Found = { kind: 'alphabeta', thought: { lines: [], nodes: 7, depth: 2, seconds: 0 } };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

interface Scripted {
  own: LocalEngine;
  workers: ScriptedWorker[];
  members: ScriptedMember[];
  modules: string[];
}

/** An engine whose workers do as they are told; `more` replaces what it gets. */
function engine(more: Partial<Sources> = {}, searching = SEARCHING): Scripted {
  const [workers, members, modules]: [ScriptedWorker[], ScriptedMember[], string[]] = [[], [], []];
  const own = new LocalEngine('tzaar', searching, {
    module: async (game, threads) => {
      modules.push(threads ? `${game} with threads` : game);
      return {} as WebAssembly.Module;
    },
    weights: async (game, kind) => new TextEncoder().encode(`${game} ${kind}`),
    worker: () => {
      const made = new ScriptedWorker();
      workers.push(made);
      return made;
    },
    member: () => {
      const made = new ScriptedMember();
      members.push(made);
      return made;
    },
    ...more,
  });
  return { own, workers, members, modules };
}

describe('the engine in the page', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('starts its worker when it is first asked, with what it has learnt', async () => {
    const { own, workers } = engine();
    expect(workers).toEqual([]);
    void own.look('start', ['A1']);
    await settled();
    const begin = workers[0]!.got[0] as Begin;
    expect(new TextDecoder().decode(begin.weights['alphabeta'])).toBe('tzaar alphabeta');
    expect(workers[0]!.questions.map((one) => one.ask)).toEqual([
      { what: 'look', text: 'start', steps: ['A1'] },
    ]);
  });

  it('sends nothing that a message cannot carry, though the page holds proxies', async () => {
    const { own, workers } = engine({}, new Proxy(SEARCHING, {}));
    void own.look('start');
    await settled();
    expect(structuredClone((workers[0]!.got[0] as Begin).searching)).toEqual(SEARCHING);
  });

  it('tells what is found meanwhile, and then what was found', async () => {
    const { own, workers } = engine();
    const heard: Found[] = [];
    const found = own.think('start', { nodes: 10 }, (one) => heard.push(one));
    await settled();
    workers[0]!.says({ id: 1, heard: FOUND });
    workers[0]!.says({ id: 1, said: FOUND });
    expect(await found).toEqual(FOUND);
    expect(heard).toEqual([FOUND]);
  });

  it('stops at once by ending its worker where memory cannot be shared, and begins again', async () => {
    const { own, workers } = engine();
    const found = own.think('start', { seconds: 10 });
    await settled();
    own.stop();
    await expect(found).rejects.toBeInstanceOf(Stopped);
    expect(workers[0]!.ended).toBe(true);
    const again = own.think('start', { seconds: 10 });
    await settled();
    workers[1]!.says({ id: workers[1]!.questions[0]!.id, said: FOUND });
    expect(await again).toEqual(FOUND);
  });

  it('stops by a number that the worker sees where memory is shared', async () => {
    vi.stubGlobal('crossOriginIsolated', true);
    vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
    const { own, workers } = engine();
    const heard: Found[] = [];
    const found = own.think('start', { seconds: 10 }, (one) => heard.push(one));
    await settled();
    const flags = new Int32Array((workers[0]!.got[0] as Begin).flags!);
    own.stop();
    await expect(found).rejects.toBeInstanceOf(Stopped);
    expect([flags[FLAGS.stopped], workers[0]!.ended]).toEqual([1, false]);
    const again = own.think('start', { seconds: 10 });
    workers[0]!.says({ id: 1, heard: FOUND });
    workers[0]!.says({ id: 1, said: 'too late' });
    await settled();
    expect(workers[0]!.questions.at(-1)!.id).toBeGreaterThan(flags[FLAGS.stopped]!);
    workers[0]!.says({ id: 2, said: FOUND });
    expect(await again).toEqual(FOUND);
    expect(heard).toEqual([]);
  });

  it('does nothing when there is nothing to stop', () => {
    const { own, workers } = engine();
    own.stop();
    expect(workers).toEqual([]);
  });

  it('says what was wrong with a question, and goes on', async () => {
    const { own, workers } = engine();
    const found = own.prove('nothing', { nodes: 1 });
    await settled();
    workers[0]!.says({ id: 1, failed: 'no position', broken: false });
    await expect(found).rejects.toBeInstanceOf(RangeError);
    expect(workers[0]!.ended).toBe(false);
  });

  it('gives way to the server when it cannot be had', async () => {
    const { own, workers } = engine();
    const server = new KnownEngine({ start: {} }, {});
    const either = new Falling(own, server);
    const found = either.think('start', { nodes: 1 });
    await settled();
    workers[0]!.says({ id: 1, failed: 'out of memory', broken: true });
    expect((await found).kind).toBe('known');
    await either.look('start');
    expect(workers).toHaveLength(1);
  });

  it('is not there when its module does not load', async () => {
    const { own } = engine({ module: () => Promise.reject(new Error('gone')) });
    await expect(own.look('start')).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('the threads of the engine in the page', () => {
  beforeEach(() => {
    vi.stubGlobal('crossOriginIsolated', true);
    vi.stubGlobal('navigator', { hardwareConcurrency: 3 });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are called for what has a time alone, which waits for them', async () => {
    const { own, workers, members, modules } = engine();
    void own.think('start', { nodes: 10 });
    await settled();
    expect([members.length, workers[0]!.questions.length]).toEqual([0, 1]);
    void own.think('start', { seconds: 10 });
    await settled();
    expect([members.length, workers[0]!.questions.length]).toEqual([1, 1]);
    members[0]!.comes();
    await settled();
    expect(workers[0]!.questions.map((one) => one.id)).toEqual([1, 2]);
    expect(modules).toEqual(['tzaar with threads']);
    expect(members[0]!.got[0]!.memory).toBe((workers[0]!.got[0] as Begin).memory);
  });

  it('are as many as there are cores but one, and at most eight', () => {
    const withCores = (cores: number): number => {
      vi.stubGlobal('navigator', { hardwareConcurrency: cores });
      return threadsHere();
    };
    expect([1, 2, 3, 8, 64].map(withCores)).toEqual([1, 1, 2, 7, 8]);
    vi.stubGlobal('navigator', {}); // a browser that does not tell
    expect(threadsHere()).toBe(1);
    vi.stubGlobal('navigator', { hardwareConcurrency: 8 });
    vi.stubGlobal('SharedArrayBuffer', undefined);
    expect(threadsHere()).toBe(1);
  });

  it('are not there where pages share no memory', async () => {
    vi.stubGlobal('crossOriginIsolated', false);
    const { own, workers, members, modules } = engine();
    void own.think('start', { seconds: 10 });
    await settled();
    expect(modules).toEqual(['tzaar']);
    expect([(workers[0]!.got[0] as Begin).memory, members.length]).toEqual([null, 0]);
  });

  it('are not there when their module does not load', async () => {
    const module = async (_: string, threads: boolean): Promise<WebAssembly.Module> => {
      if (threads) throw new Error('gone');
      return {} as WebAssembly.Module;
    };
    const { own, workers, members } = engine({ module });
    void own.think('start', { seconds: 10 });
    await settled();
    expect((workers[0]!.got[0] as Begin).memory).toBeNull();
    expect([workers[0]!.questions.length, members.length]).toEqual([1, 0]);
  });

  it('may be fewer than were called', async () => {
    const { own, workers, members } = engine();
    void own.think('start', { seconds: 10 });
    await settled();
    members[0]!.fails();
    await settled();
    expect(workers[0]!.questions).toHaveLength(1);
  });

  it('are not waited for any longer when they are late', async () => {
    vi.useFakeTimers();
    const { own, workers, members } = engine();
    void own.think('start', { seconds: 10 });
    await vi.advanceTimersByTimeAsync(4000);
    expect([workers[0]!.questions.length, members.length]).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(workers[0]!.questions).toHaveLength(1);
    vi.useRealTimers();
  });

  it('give way to one that thinks alone when one of them fails, and nobody notices', async () => {
    const { own, workers, members, modules } = engine();
    const found = own.think('start', { seconds: 10 });
    await settled();
    members[0]!.comes();
    await settled();
    members[0]!.fails();
    await settled();
    expect([workers[0]!.ended, members[0]!.ended]).toEqual([true, true]);
    expect(modules).toEqual(['tzaar with threads', 'tzaar']);
    workers[1]!.says({ id: workers[1]!.questions[0]!.id, said: FOUND });
    expect(await found).toEqual(FOUND);
    expect(members).toHaveLength(1);
  });

  it('end with the engine', async () => {
    const { own, workers, members } = engine();
    own.think('start', { seconds: 10 }).catch(() => {});
    await settled();
    own.close();
    expect([workers[0]!.ended, members[0]!.ended]).toEqual([true, true]);
  });
});

describe('an engine that is closed while it begins', () => {
  it('starts no worker any more', async () => {
    const { own, workers } = engine();
    own.look('start').catch(() => {});
    own.close();
    await settled();
    expect(workers).toEqual([]);
  });
});

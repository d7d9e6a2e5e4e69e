/** For tests: an engine whose positions are known beforehand, and a worker that does as it is told. */
import type { WorkerLike } from '../engine/local';
import type { Begin, Question, Reply } from '../engine/messages';
import type { Join, MemberLike } from '../engine/threads/crew';
import type { Thinker } from '../engine/thinker';
import { NO_PROOF, type Found, type Line, type Look, type Proof, type Step } from '../engine/types';

export function look(text: string, more: Partial<Look> = {}): Look {
  return {
    ...{ text, seats: 2, actor: 0, owner: 0, turn: 1, out: [], over: false, winner: null },
    ...{ reason: '', endgame: false, tokens: ['a', 'b'], chances: [], ...more },
  };
}

export function line(token: string, share: number, more: Partial<Line> = {}): Line {
  return { tokens: [token], share, visits: 0, proof: '', ...more };
}

/** A position's text after a token is both, joined. */
export class KnownEngine implements Thinker {
  readonly game = 'known';
  readonly here = true;
  asked: string[] = [];

  constructor(
    private readonly looks: Record<string, Partial<Look>>,
    private readonly lines: Record<string, Line[]>,
  ) {}

  async look(text: string, steps: readonly Step[] = []): Promise<Look | null> {
    const after = [text, ...steps.map((step) => (typeof step === 'string' ? step : `-${step.withdraws}`))];
    const key = after.filter(Boolean).join('');
    return key in this.looks ? look(key, this.looks[key]) : null;
  }
  async think(text: string): Promise<Found> {
    this.asked.push(text);
    return { kind: 'known', thought: { lines: this.lines[text] ?? [], nodes: 1, depth: 1, seconds: 0 } };
  }
  async prove(): Promise<Proof> {
    return NO_PROOF;
  }
  stop(): void {}
  close(): void {}
}

export class ScriptedWorker implements WorkerLike {
  got: (Begin | Question)[] = [];
  ended = false;
  onmessage: WorkerLike['onmessage'] = null;
  onerror: WorkerLike['onerror'] = null;

  postMessage(message: Begin | Question): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(reply: Reply): void {
    this.onmessage?.({ data: reply } as MessageEvent<Reply>);
  }
  get questions(): Question[] {
    return this.got.filter((one): one is Question => 'id' in one);
  }
}

/** A worker that helps, as far as the page knows. */
export class ScriptedMember implements MemberLike {
  got: Join[] = [];
  ended = false;
  onmessage: MemberLike['onmessage'] = null;
  onerror: MemberLike['onerror'] = null;

  postMessage(message: Join): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  comes(): void {
    this.onmessage?.({ data: 'here' } as MessageEvent<'here'>);
  }
  fails(): void {
    this.onerror?.({} as ErrorEvent);
  }
}

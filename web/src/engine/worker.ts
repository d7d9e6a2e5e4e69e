/** The worker: holds the module of one game and does what `local.ts` asks, one thing after the other. */
import { EngineModule } from './module';
import type { Begin, Question, Reply } from './messages';
import { FLAGS, surroundingsWith } from './surroundings';
import { Thinking } from './thinking';

interface Scope {
  onmessage: ((event: MessageEvent<Begin | Question>) => void) | null;
  postMessage(reply: Reply): void;
}
const scope = globalThis as unknown as Scope;

let thinking: Thinking | null = null;
let failure: unknown = null;
let flags: Int32Array | null = null;

function begin({ module, memory, searching, weights, ...shared }: Begin): void {
  flags = shared.flags && new Int32Array(shared.flags);
  const surroundings = surroundingsWith(flags);
  const own = new EngineModule(module, surroundings, memory);
  const learnt = (kind: string): Uint8Array => weights[kind] ?? new Uint8Array();
  thinking = new Thinking(own, searching, learnt, surroundings.now);
}

function answer(own: Thinking, { id, ask }: Question): unknown {
  switch (ask.what) {
    case 'look':
      return own.look(ask.text, ask.steps);
    case 'think':
      return own.think(ask.text, ask.limits, (heard) => scope.postMessage({ id, heard }));
    case 'search':
      return own.search(ask.text, ask.kind, ask.limits, (thought) =>
        scope.postMessage({ id, heard: { kind: ask.kind, thought } }),
      );
    case 'prove':
      return own.prove(ask.text, ask.limits, ask.certificate);
    case 'winningTurn':
      return own.winningTurn(ask.text, ask.most);
  }
}

scope.onmessage = ({ data }) => {
  if ('module' in data) {
    try {
      begin(data);
    } catch (error) {
      failure = error;
    }
    return;
  }
  if (flags) Atomics.store(flags, FLAGS.current, data.id);
  try {
    if (!thinking) throw failure;
    scope.postMessage({ id: data.id, said: answer(thinking, data) });
  } catch (error) {
    scope.postMessage({ id: data.id, failed: String(error), broken: !(error instanceof RangeError) });
  }
};

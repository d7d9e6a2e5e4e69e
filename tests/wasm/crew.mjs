// The helpers of a module with threads in Node: the page's own code for them, in threads of Node.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** What a worker of a page has: messages by `onmessage`. How often it looks at the clock is counted. */
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
globalThis.postMessage = (message) => parentPort.postMessage(message);
const now = performance.now.bind(performance);
performance.now = () => (Atomics.add(workerData.looks, workerData.number, 1), now());
const ready = import(workerData.code);
parentPort.on('message', async (data) => (await ready, globalThis.onmessage({ data })));
`;

/** They are there; `page` is the bundle with Crew in it. Looks at the clock are counted for the one that
 * thinks, too: it is the first. */
export async function called(rolldown, web, page, module, threads) {
  const bundle = await rolldown({ input: join(web, 'src/engine/threads/member.ts') });
  const { output } = await bundle.generate({ format: 'esm' });
  const code = `data:text/javascript,${encodeURIComponent(output[0].code)}`;
  const looks = new Int32Array(new SharedArrayBuffer(4 * threads));
  const flags = new Int32Array(new SharedArrayBuffer(8));
  let number = 1;
  const member = () => {
    const worker = new Worker(WORKER, { eval: true, workerData: { code, looks, number: number++ } });
    const like = { postMessage: (message) => worker.postMessage(message), terminate: () => worker.terminate() };
    worker.on('message', (data) => like.onmessage({ data }));
    worker.on('error', (error) => (console.error(error), like.onerror(error)));
    return like;
  };
  globalThis.crossOriginIsolated = true;
  Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: threads + 1 } });
  const crew = new page.Crew(module, flags.buffer, member, () => process.exit(1));
  await crew.present();
  const { now, stopped } = page.surroundingsWith(flags);
  Atomics.store(flags, page.FLAGS.current, 1);
  return {
    memory: crew.memory,
    now: () => (Atomics.add(looks, 0, 1), now()),
    stopped,
    begin: () => Atomics.add(flags, page.FLAGS.current, 1),
    stop: () => Atomics.store(flags, page.FLAGS.stopped, Atomics.load(flags, page.FLAGS.current)),
    looks: () => [...looks],
  };
}

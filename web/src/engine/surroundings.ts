/** What an instance of a module has around it, whether it thinks or helps another one to. */

/** What a module asks of its surroundings. */
export interface Surroundings {
  /** Seconds of any clock. */
  now(): number;
  /** Whether the thinking that goes on should end; asked every few hundred nodes. */
  stopped(): boolean;
}

/** Something was asked that the module cannot do. It is of no use afterwards. */
export class ModuleRefused extends Error {}

/** Numbers that all threads see: which question is being answered, and up to which none needs an
 * answer any more. */
export const FLAGS = { current: 0, stopped: 1 };
/** The error of WASI for what is not there. */
const NOT_THERE = 52;

/** Those of a worker. Without shared numbers nothing stops it but its end. */
export function surroundingsWith(flags: Int32Array | null): Surroundings {
  return {
    now: () => performance.now() / 1000,
    stopped: () => flags !== null && Atomics.load(flags, FLAGS.stopped) >= Atomics.load(flags, FLAGS.current),
  };
}

/** What a module wants from outside. Without a memory it has its own, which is known later. */
export function importsOf(
  module: WebAssembly.Module,
  surroundings: Surroundings,
  memory: WebAssembly.Memory | (() => WebAssembly.Memory),
  heard: (text: string) => void = () => {},
): WebAssembly.Imports {
  const own = typeof memory === 'function' ? memory : () => memory;
  return {
    duiyi: {
      now: () => surroundings.now(),
      stopped: () => (surroundings.stopped() ? 1 : 0),
      heard: (at: number, size: number) => heard(readFrom(own(), at, size)),
      sleep: (at: number, value: number) => Atomics.wait(new Int32Array(own().buffer), at / 4, value),
      wake: (at: number) => Atomics.notify(new Int32Array(own().buffer), at / 4, 1),
      refused: (at: number) => {
        const end = new Uint8Array(own().buffer).indexOf(0, at);
        throw new ModuleRefused(readFrom(own(), at, end - at));
      },
    },
    env: typeof memory === 'function' ? {} : { memory },
    wasi_snapshot_preview1: withoutSystem(module),
  };
}

/** The memory up to there at least. Where another thread made it grow, this one may not know yet. */
export function bytesOf(memory: WebAssembly.Memory, end: number): Uint8Array {
  if (memory.buffer.byteLength < end) memory.grow(0);
  return new Uint8Array(memory.buffer);
}

/** A copy: what is shared cannot be decoded. */
export function readFrom(memory: WebAssembly.Memory, at: number, size: number): string {
  return new TextDecoder().decode(bytesOf(memory, at + size).slice(at, at + size));
}

/** The C library wants a system; there is none. Ending it, as where memory is used up, is an error. */
function withoutSystem(module: WebAssembly.Module): WebAssembly.ModuleImports {
  const wanted = WebAssembly.Module.imports(module).filter((one) => one.module === 'wasi_snapshot_preview1');
  const end = (): never => {
    throw new ModuleRefused('the module has ended');
  };
  return Object.fromEntries(wanted.map(({ name }) => [name, name === 'proc_exit' ? end : () => NOT_THERE]));
}

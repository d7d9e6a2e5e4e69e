/** Threads that share the memory of a module: what each has for itself, and what a helping one does. */
import { importsOf, type Surroundings } from '../surroundings';

/** Of WebAssembly's memories, in bytes. */
const PAGE = 65_536;
/** For the stack of a helping thread. Searches need a small part of it. */
const STACK = 32 * PAGE;

interface Exports {
  __stack_pointer: WebAssembly.Global<'i32'>;
  __tls_size: WebAssembly.Global<'i32'>;
  __wasm_init_tls(at: number): void;
  duiyi_join(): number;
  duiyi_serve(member: number): never;
}

/** Thread-local variables of an instance's own, which only the first instance on a memory has by itself. */
export function separate(instance: WebAssembly.Instance, memory: WebAssembly.Memory): void {
  const own = instance.exports as unknown as Exports;
  const pages = Math.ceil(own.__tls_size.value / PAGE);
  if (pages) own.__wasm_init_tls(memory.grow(pages) * PAGE);
}

/** Counts among the threads of the module from now on, and has to `serve` at once. That never returns; it
 * throws when something went wrong, and the module is of no use then. */
export function joined(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  surroundings: Surroundings,
): { serve(): never } {
  const instance = new WebAssembly.Instance(module, importsOf(module, surroundings, memory));
  const own = instance.exports as unknown as Exports;
  // Nobody else is given these pages. Whatever is called before would use the stack of another thread.
  own.__stack_pointer.value = memory.grow(STACK / PAGE) * PAGE + STACK;
  separate(instance, memory);
  const member = own.duiyi_join();
  return { serve: () => own.duiyi_serve(member) };
}

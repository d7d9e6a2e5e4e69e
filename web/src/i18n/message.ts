/** Messages that the page makes itself; `words.svelte.ts` says them. */
import type { Message, Param } from '../net/wire';

export const message = (key: string, params: Record<string, Param> = {}): Message => ({
  key,
  params: Object.entries(params),
});

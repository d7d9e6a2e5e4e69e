/**
 * From a message to text, as `duiyi.core.locale` does it: `{name}`, `{name|one|many}`, nested
 * messages, lists, halves; a catalog falls back to the core's, a language to English. Pure: which
 * language is shown, and where the templates come from, is `words.svelte.ts`.
 */

import type { Catalogs, Message, Param } from '../net/wire';

export interface Words {
  catalogs: Catalogs;
  fallback: Catalogs | null;
  /** Told about keys that the language itself does not have. */
  missing: (key: string) => void;
}

const PLACEHOLDER = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;
const HALVES = /^-?\d+\/2$/;

export function template(catalogs: Catalogs, key: string): string | undefined {
  const colon = key.indexOf(':');
  const name = colon < 0 ? key : key.slice(0, colon);
  const rest = colon < 0 ? '' : key.slice(colon + 1);
  return catalogs[name]?.[rest] ?? catalogs['core']?.[rest];
}

export function format(message: Message, words: Words): string {
  let found = template(words.catalogs, message.key);
  if (found === undefined) {
    words.missing(message.key);
    found = words.fallback ? template(words.fallback, message.key) : undefined;
  }
  if (found === undefined) return bare(message, words);
  const params = new Map(message.params);
  return found.replace(PLACEHOLDER, (match, name: string, one?: string, many?: string) => {
    const value = params.get(name);
    if (value === undefined) return match;
    if (one !== undefined && many !== undefined) return isOne(value) ? one : many;
    return word(value, words);
  });
}

/** With a capital letter, where the script has them: a word that stands alone as a name. */
export function capital(text: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase() + rest.join('');
}

function bare(message: Message, words: Words): string {
  const shown = message.params.map(([name, value]) => `${name}=${word(value, words)}`).join(', ');
  return shown ? `${message.key}(${shown})` : message.key;
}

/** A fraction of one travels as text. */
function isOne(value: Param): boolean {
  return value === 1 || value === '1';
}

function word(value: Param, words: Words): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    return HALVES.test(value) ? String(Number(value.slice(0, -2)) / 2) : value;
  }
  if (Array.isArray(value)) {
    const between = template(words.catalogs, 'core:list') ?? ', ';
    return value.map((item) => word(item, words)).join(between);
  }
  return format(value, words);
}

/**
 * The words that are shown now. `t` and `say` are reactive: what calls them is drawn anew when the
 * language changes. How a template is filled is `format.ts`.
 */

import { words as fetchWords } from '../net/api';
import type { Catalogs, Message, Param } from '../net/wire';
import { FALLBACK, type Language } from './languages';
import { format, template } from './format';

declare global {
  interface Window {
    /** "language key" of every text that was asked for and is not there; tests look at it. */
    __missingWords?: string[];
  }
}

type CatalogSource = (language: Language) => Promise<Record<string, string>>;

let loaded = $state.raw<Partial<Record<Language, Catalogs>>>({});
let shown = $state<Language>(FALLBACK);
const reported = new Set<string>();
/** Catalogs that only some pages need, by name, and where their words are to be had. */
const further = new Map<string, CatalogSource>();
let wanted: Language = FALLBACK;

/** The language of the words on the page; follows the choice as soon as its words are there. */
export function language(): Language {
  return shown;
}

export function say(message: Message): string {
  return format(message, {
    catalogs: loaded[shown] ?? {},
    fallback: loaded[FALLBACK] ?? null,
    missing: report,
  });
}

export function t(key: string, params: Record<string, Param> = {}): string {
  return say({ key, params: Object.entries(params) });
}

/** Whether there is such a text, in the language or in English. */
export function hasWords(key: string): boolean {
  return [shown, FALLBACK].some((one) => template(loaded[one] ?? {}, key) !== undefined);
}

/** A text before its parameters are filled in; undefined where there is none. */
export function templateOf(key: string): string | undefined {
  return template(loaded[shown] ?? {}, key) ?? template(loaded[FALLBACK] ?? {}, key);
}

export async function loadWords(language: Language): Promise<void> {
  wanted = language;
  if (!loaded[language]) setWords(language, await fetchWords(language));
  await complete(language);
  // A later choice may have overtaken this one.
  if (wanted !== language) return;
  shown = language;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

/** A catalog besides the common ones: there when this is done, and from now on in every language
 * that is chosen. */
export async function loadCatalog(name: string, source: CatalogSource): Promise<void> {
  further.set(name, source);
  await complete(shown);
}

/** Words that are at hand already. */
export function setWords(language: Language, catalogs: Catalogs): void {
  loaded = { ...loaded, [language]: { ...loaded[language], ...catalogs } };
}

async function complete(language: Language): Promise<void> {
  const lacking = [...further].filter(([name]) => !loaded[language]?.[name]);
  await Promise.all(
    lacking.map(async ([name, source]) => setWords(language, { [name]: await source(language) })),
  );
}

function report(key: string): void {
  const line = `${shown} ${key}`;
  if (reported.has(line)) return;
  reported.add(line);
  if (typeof window === 'undefined') return;
  (window.__missingWords ??= []).push(line);
  if (!loaded[FALLBACK]) void fetchWords(FALLBACK).then((found) => setWords(FALLBACK, found));
}

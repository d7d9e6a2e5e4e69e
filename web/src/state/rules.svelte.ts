/** The pages of rules: asked for when they are wanted, once for each game and language. */
import { language } from '../i18n/words.svelte';
import { Refused, rules } from '../net/api';
import type { RulesPage } from '../net/wire';

let known = $state.raw<Record<string, RulesPage>>({});
const asked = new Map<string, Promise<RulesPage | null>>();
const name = (game: string, of: string): string => `${game} ${of}`;

/** Null where it could not be had; then it is asked for again the next time. */
export function loadRules(game: string, of: string): Promise<RulesPage | null> {
  const key = name(game, of);
  let found = asked.get(key);
  if (!found) {
    found = rules(game, of).then(
      (page) => {
        known = { ...known, [key]: page };
        return page;
      },
      (error: unknown) => {
        asked.delete(key);
        if (!(error instanceof Refused)) throw error;
        return null;
      },
    );
    asked.set(key, found);
  }
  return found;
}

/** The page in the language that is shown; null until it is there. */
export function rulesOf(game: string): RulesPage | null {
  return known[name(game, language())] ?? null;
}

/** How any part of a game or lesson page leads to the rules: the page has them, links use them. */
import { getContext, setContext } from 'svelte';
import { language, say } from '../../../i18n/words.svelte';
import type { Message } from '../../../net/wire';
import { clauseOf } from '../../../state/rules-parts';
import { loadRules, rulesOf } from '../../../state/rules.svelte';

const KEY = Symbol('rules beside');

/** The rules that lie beside a board; to be made while a page's component is. */
export class RulesBeside {
  /** Where they are open, and what is quoted there. */
  shown = $state.raw<{ clause: string | null; quote: string } | null>(null);

  constructor(private readonly about: () => string) {
    setContext(KEY, this);
    $effect(() => void loadRules(this.game, language()));
  }

  get game(): string {
    return this.about();
  }

  /** At a clause, quoting the message that led there. */
  open(clause: string | null, quote?: Message): void {
    this.shown = { clause, quote: quote ? say(quote) : '' };
  }

  /** The clause that a message is about. */
  clause(message: Message): string | null {
    const rules = rulesOf(this.game);
    return rules && clauseOf(rules, message);
  }

  readonly close = (): void => {
    this.shown = null;
  };
}

/** Undefined where a page has no rules beside it. */
export function rulesBeside(): RulesBeside | undefined {
  return getContext(KEY);
}

/** How any part of a game or lesson page leads to the rules: the page provides it, links use it. */
import { getContext, setContext } from 'svelte';
import type { Message } from '../../../net/wire';

export interface RulesBeside {
  game: string;
  /** Opens the rules at a clause, quoting the message that led there. */
  open: (clause: string, quote: Message) => void;
}

const KEY = Symbol('rules beside');

export function provideRules(rules: RulesBeside): void {
  setContext(KEY, rules);
}

/** Undefined where a page has no rules beside it. */
export function rulesBeside(): RulesBeside | undefined {
  return getContext(KEY);
}

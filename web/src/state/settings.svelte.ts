/**
 * What a person has set, kept in localStorage, and what follows from it for the whole document:
 * theme colours as custom properties of <html>. Components read `settings` and write into it.
 */

import { MediaQuery } from 'svelte/reactivity';
import themes from '../../../src/duiyi/assets/themes.json';
import { isLanguage, type Language, suitable } from '../i18n/languages';

export type Theme = 'auto' | 'light' | 'dark';
export interface Settings {
  language: Language;
  theme: Theme;
  /** How fast steps are shown: 1 as LOOK says, 2 twice as fast. */
  pace: number;
  /** Show a turn's effects step by step. */
  steps: boolean;
  sound: boolean;
  /** Ask before every move. */
  confirm: boolean;
  coordinates: boolean;
  /** Steps that decide nothing are played by themselves. */
  skip: boolean;
  /** The move list shows tokens, as records have them. */
  tokens: boolean;
  /** Letters and digits alone are keys of the analysis board. */
  letters: boolean;
  name: string;
  /** The computer that was last chosen, by name; "": none yet. */
  computer: string;
  /** The coach in games against computers; "first": in the first games of each kind. */
  coach: 'first' | 'on' | 'off';
}

export const PACES = [0.5, 1, 2, 4] as const;
const KEY = 'duiyi.settings';
const darkScreen = new MediaQuery('prefers-color-scheme: dark');
const stillScreen = new MediaQuery('prefers-reduced-motion: reduce');

function defaults(): Settings {
  return {
    language: suitable(typeof navigator === 'undefined' ? [] : navigator.languages),
    theme: 'auto',
    pace: 1,
    steps: true,
    sound: true,
    confirm: false,
    coordinates: true,
    skip: true,
    tokens: false,
    letters: true,
    name: '',
    computer: '',
    coach: 'first',
  };
}

/** Settings from their text; what is missing or makes no sense is as by default. */
export function readSettings(text: string | null): Settings {
  const settings = defaults();
  let kept: Record<string, unknown> = {};
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (typeof value === 'object' && value !== null) kept = value as Record<string, unknown>;
  } catch {
    return settings;
  }
  if (isLanguage(kept['language'])) settings.language = kept['language'];
  const theme = kept['theme'];
  if (theme === 'auto' || theme === 'light' || theme === 'dark') settings.theme = theme;
  const pace = PACES.find((one) => one === kept['pace']);
  if (pace) settings.pace = pace;
  for (const name of ['steps', 'sound', 'confirm', 'coordinates', 'skip', 'tokens', 'letters'] as const) {
    const value = kept[name];
    if (typeof value === 'boolean') settings[name] = value;
  }
  const coach = kept['coach'];
  if (coach === 'on' || coach === 'off') settings.coach = coach;
  for (const name of ['name', 'computer'] as const) {
    const value = kept[name];
    if (typeof value === 'string') settings[name] = value;
  }
  return settings;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(readSettings(stored()));

export function reducedMotion(): boolean {
  return stillScreen.current;
}

export function darkTheme(): boolean {
  return settings.theme === 'auto' ? darkScreen.current : settings.theme === 'dark';
}

/** Keeps the document and localStorage in step with the settings, from now on. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, text);
      } catch {
        // Storage that is full or forbidden costs the memory of the settings and nothing else.
      }
    });
    $effect(() => applyTheme(darkTheme() ? 'dark' : 'light'));
  });
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) Object.assign(settings, readSettings(event.newValue));
  });
}

function applyTheme(theme: 'light' | 'dark'): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme;
  root.style.setProperty('color-scheme', theme);
  for (const [name, colour] of Object.entries(themes[theme])) {
    root.style.setProperty(`--${name}`, colour);
  }
}

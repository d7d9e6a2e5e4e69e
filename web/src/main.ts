/** Starts the page: settings, words, links, and then the app. */

import { mount } from 'svelte';
import App from './App.svelte';
import { followLinks } from './state/router.svelte';
import { UNREACHABLE } from './i18n/languages';
import { loadWords } from './i18n/words.svelte';
import { followSettings, settings } from './state/settings.svelte';
import './ui/base.css';
import './ui/controls.css';
import './ui/forced-colors.css';

const target = document.getElementById('app')!;

/** Without words there is nothing to show: asks again, ever more slowly, until they are there. */
async function firstWords(pause = 500): Promise<void> {
  try {
    await loadWords(settings.language);
  } catch {
    target.textContent = UNREACHABLE[settings.language];
    document.documentElement.lang = settings.language;
    await new Promise((resolve) => setTimeout(resolve, pause));
    await firstWords(Math.min(pause * 2, 10_000));
  }
}

followSettings();
followLinks();
await firstWords();
target.textContent = '';
mount(App, { target });

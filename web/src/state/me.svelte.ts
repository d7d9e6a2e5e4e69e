/** Who the guest is: his name lives at the server, and in the settings to be shown at once. */

import * as api from '../net/api';
import { t } from '../i18n/words.svelte';
import { settings } from './settings.svelte';

/** Characters of a name that the server takes. */
export const LONGEST_NAME = 30;

export async function loadMe(): Promise<void> {
  try {
    const { name } = await api.me();
    // A browser that has lost its cookie still knows what its guest is called.
    if (name === '' && settings.name !== '') await rename(settings.name);
    else settings.name = name;
  } catch (error) {
    // Whoever cannot be asked now keeps the name that he had.
    if (!(error instanceof api.Refused)) throw error;
  }
}

/** What somebody may be called who has not said it: told apart from others by a number. */
export function guestName(random: () => number = Math.random): string {
  return t('app:name.guest', { number: 10 + Math.floor(random() * 90) });
}

/** Ends the guest: his cookies are worth nothing any more, on any device. */
export async function forget(): Promise<void> {
  await api.forget();
  settings.name = '';
  // Whatever the page still knows of him goes with it; the settings are kept in a moment.
  setTimeout(() => location.assign('/'));
}

export async function rename(name: string): Promise<void> {
  settings.name = (await api.rename(name)).name;
}

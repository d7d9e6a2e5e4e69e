/**
 * Telling somebody who looks elsewhere that it is his turn: a notification where he has allowed
 * them, and the tab's title in any case. Permission is asked for by a click, never by itself.
 */
export const canAsk = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default';

export async function askPermission(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}

let shown: Notification | null = null;

/** Only while the tab is hidden; a click on it comes back here. */
export function notifyTurn(title: string, body: string, tag: string): void {
  if (document.visibilityState !== 'hidden') return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // Some phones know the permission but only let service workers use it: the title must do.
    shown = null;
  }
}

export function withdrawNotice(): void {
  shown?.close();
  shown = null;
}

/** When something comes back, as a message. Pure. */
import { message } from '../../i18n/message';
import type { Message } from '../../net/wire';

export function comesBack(days: number): Message {
  if (days > 1) return message('puzzle:comes-back.days', { days });
  return message(days ? 'puzzle:comes-back.tomorrow' : 'puzzle:comes-back.today');
}

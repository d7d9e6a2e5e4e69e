/** The worker of a thread that helps: it says that it is there, and then does nothing but help. */
import { surroundingsWith } from '../surroundings';
import type { Join } from './crew';
import { joined } from './helping';

interface Scope {
  onmessage: ((event: MessageEvent<Join>) => void) | null;
  postMessage(message: 'here'): void;
}
const scope = globalThis as unknown as Scope;

scope.onmessage = ({ data: { module, memory, flags } }) => {
  const member = joined(module, memory, surroundingsWith(new Int32Array(flags)));
  scope.postMessage('here');
  member.serve();
};

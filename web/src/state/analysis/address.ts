/**
 * A study in the address: behind the #, which browsers send to nobody. Compressed text of a compact
 * form; whatever a stranger's link holds is bounded and checked before it is believed.
 *
 * A line is a list of decisions: a token, or [token, comment, variation, …], where variations are
 * lines instead of that decision.
 */
import type { OptionValue } from '../../net/wire';
import type { Study } from './study';
import { Growing, MOST_NODES, ROOT, type Tree, inOrder, nodeOf, planted } from './tree';

/** Characters behind the # that all browsers, and most programs that pass links on, take. */
export const LONGEST = 30_000;
/** Characters of the text in it: a few bytes can unfold to very many. */
const LONGEST_TEXT = 1_000_000;
const DEEPEST = 40;
const LONGEST_TOKEN = 80;
const LONGEST_COMMENT = 20_000;

type Step = string | [string, string, ...Line[]];
type Line = Step[];
interface Form {
  s?: string;
  n?: number;
  o?: Record<string, OptionValue>;
  w?: string[];
  c?: string;
  l?: Line;
  /** Where one is, in the order of `inOrder`. */
  a?: number;
}

/** The link's part behind the #; null: it would be too long. */
export async function written(study: Study): Promise<string | null> {
  const text = JSON.stringify(formOf(study));
  const packed = `1.${base64(await through(new CompressionStream('deflate-raw'), encoded(text)))}`;
  return packed.length <= LONGEST ? packed : null;
}

/** The study of an address; null: it is none. */
export async function readAddress(game: string, hash: string): Promise<Study | null> {
  const [, packed] = /^#?1\.([\w-]+)$/.exec(hash) ?? [];
  if (packed === undefined || packed.length > LONGEST) return null;
  try {
    const bytes = await through(new DecompressionStream('deflate-raw'), bytesOf(packed), LONGEST_TEXT);
    return studyOf(game, JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

export function formOf(study: Study): Form {
  const { tree, cursor } = study;
  const form: Form = {};
  if (study.start !== null) form.s = study.start;
  if (study.start === null && study.seats !== null) form.n = study.seats;
  if (study.start === null && Object.keys(study.options).length) form.o = study.options;
  if (study.names.some(Boolean)) form.w = study.names;
  const root = nodeOf(tree, ROOT);
  if (root.comment) form.c = root.comment;
  if (root.children.length) form.l = lineAfter(tree, ROOT);
  if (cursor !== ROOT) form.a = inOrder(tree).indexOf(cursor);
  return form;
}

function lineAfter(tree: Tree, at: number): Line {
  const line: Line = [];
  for (let { children } = nodeOf(tree, at); children.length;) {
    const [main, ...others] = children.map((id) => nodeOf(tree, id));
    const variations = others.map((one) => [stepOf(one.token, one.comment, []), ...lineAfter(tree, one.id)]);
    line.push(stepOf(main!.token, main!.comment, variations));
    children = main!.children;
  }
  return line;
}

function stepOf(token: string, comment: string, variations: Line[]): Step {
  return comment || variations.length ? [token, comment, ...variations] : token;
}

/** Throws where the form is not ours. */
export function studyOf(game: string, found: unknown): Study {
  if (typeof found !== 'object' || found === null) throw new Error('no form');
  const form = found as Form;
  const growing = new Growing(planted(comment(form.c ?? '')));
  const open: { at: number; line: unknown; depth: number }[] = [{ at: ROOT, line: form.l ?? [], depth: 0 }];
  for (let one = open.pop(); one; one = open.pop()) {
    if (!Array.isArray(one.line) || one.depth > DEEPEST) throw new Error('no line');
    let { at } = one;
    for (const step of one.line as unknown[]) {
      const [token, said, ...variations] = Array.isArray(step) ? (step as unknown[]) : [step, ''];
      if (typeof token !== 'string' || !token || token.length > LONGEST_TOKEN) throw new Error('no token');
      const next = growing.play(at, token);
      growing.comment(next, comment(said));
      if (growing.next > MOST_NODES) throw new Error('too many');
      // Later ones are put on the stack first: they come after it among the children.
      for (const line of variations.reverse()) open.push({ at, line, depth: one.depth + 1 });
      at = next;
    }
  }
  const tree = growing.tree();
  return {
    game,
    start: form.s === undefined ? null : text(form.s),
    seats: Number.isInteger(form.n) ? form.n! : null,
    options: options(form.o ?? {}),
    names: Array.isArray(form.w) ? form.w.slice(0, 12).map((name) => text(name).slice(0, 60)) : [],
    tree,
    cursor: inOrder(tree)[Number(form.a ?? 0)] ?? ROOT,
  };
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('no text');
  return value;
}
function comment(value: unknown): string {
  return text(value).slice(0, LONGEST_COMMENT);
}
function options(value: unknown): Record<string, OptionValue> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no options');
  const plain = Object.entries(value).every(
    ([, one]) => one === null || ['boolean', 'number', 'string'].includes(typeof one),
  );
  if (!plain) throw new Error('no options');
  return value as Record<string, OptionValue>;
}

// ---- bytes ----------------------------------------------------------------------------------

const encoded = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value);

async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  most = Infinity,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = stream.writable.getWriter();
  const writing = writer.write(bytes).then(() => writer.close());
  writing.catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      void reader.cancel();
      throw new Error('too long');
    }
    parts.push(part.value);
  }
  const all = new Uint8Array(size);
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** For tests: small views, entries and tables of a game that does not exist. */
import type { Choice, Entry, Frame, Hint, Player, TableMessage, TableSeat, View } from '../net/wire';

export const words = (key: string) => ({ key, params: [] as [] });

export function choice(token: string, more: Partial<Choice> = {}): Choice {
  return {
    token,
    paths: [[token]],
    label: words(`x:place.${token}`),
    preview: null,
    default: false,
    edges: [],
    verb: '',
    consequences: [],
    ...more,
  };
}

export function view(more: Partial<View> = {}): View {
  return {
    actor: 0,
    owner: 0,
    turn: 1,
    seats: [
      { seat: 0, symbol: 'circle', inside: true, score: null },
      { seat: 1, symbol: 'cross', inside: true, score: null },
    ],
    prompt: words('x:prompt'),
    prompt_you: null,
    pieces: [],
    sites: [],
    edges: [],
    areas: [],
    meters: [],
    choices: [choice('A1'), choice('B2')],
    last: [],
    outcome: null,
    ...more,
  };
}

export function entry(at: number, more: Partial<Entry> = {}): Entry {
  const actor = (at - 1) % 2;
  return {
    at,
    actor,
    turn: at,
    token: `T${at}`,
    verdict: null,
    left: null,
    events: [{ message: words(`x:event.${at}`), sites: [], causes: [] }],
    notation: { key: 'core:notation.token', params: [['token', `T${at}`]] },
    forced: false,
    ...more,
  };
}

export const entries = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => entry(index + 1));

/** The view after so many entries; its turn says which one it is. */
export const viewAt = (at: number): View => view({ turn: at + 1, actor: at % 2, owner: at % 2 });

export const frame = (at: number): Frame => ({
  at,
  entry: at ? entry(at) : null,
  view: viewAt(at),
});

export function seat(number: number, more: Partial<TableSeat> = {}): TableSeat {
  return {
    seat: number,
    kind: 'person',
    name: `N${number}`,
    present: true,
    mine: false,
    hinted: false,
    ...more,
  };
}

export function tableMessage(count: number, id: number, more: Partial<TableMessage> = {}): TableMessage {
  return {
    type: 'table',
    table: {
      id: 't1',
      game: 'x',
      options: {},
      seats: [seat(0, { mine: true }), seat(1)],
      clock: { kind: 'none', seconds: 0, increment: 0 },
      public: true,
      undo: true,
      status: 'running',
      actor: count % 2,
      turn: count + 1,
      decisions: count,
      outcome: null,
      created: '',
      updated: '',
    },
    geometry: { sites: [], lines: [] },
    id,
    entries: entries(count),
    view: viewAt(count),
    clocks: { left: [null, null], running: null },
    proposals: [],
    rematch: null,
    ...more,
  };
}

export function player(name: string, fits: Player['fits'] = {}, level: number | null = null): Player {
  return { name, title: words(`core:player.${name}`), help: null, level, fits };
}

export function hint(more: Partial<Hint> = {}): Hint {
  return {
    at: 2,
    actor: 0,
    token: 'A1',
    path: ['A1'],
    label: words('x:place.A1'),
    share: 0.625,
    proof: '',
    line: [
      { actor: 0, token: 'A1', notation: words('x:notation.A1') },
      { actor: 1, token: 'B2', notation: words('x:notation.B2') },
    ],
    ...more,
  };
}

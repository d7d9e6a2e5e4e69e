/**
 * One function per HTTP route of the server. A refusal is thrown as `Refused`; so is a server that
 * cannot be reached. Sockets are in `socket.ts`.
 */

import type {
  Catalogs,
  History,
  Frame,
  Game,
  Hint,
  LessonAnswer,
  LessonList,
  LessonStart,
  LessonTry,
  LookSheet,
  MadeTable,
  Me,
  NewTable,
  Player,
  Position,
  RecordSummary,
  Refusal,
  RulesPage,
  TableSummary,
} from './wire';

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
  ) {
    super(refusal.code);
  }
}

export type TableList = 'open' | 'running' | 'mine';
export type Source = 'tables' | 'records';

function refused(code: string, status: number): Refused {
  return new Refused({ code, message: { key: `app:refused.${code}`, params: [] }, field: '' }, status);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw refused('unreachable', 0);
  }
  let answer: unknown = null;
  try {
    const text = await response.text();
    answer = text === '' ? null : JSON.parse(text);
  } catch {
    throw refused('unreadable', response.status);
  }
  if (response.ok) return answer as T;
  throw isRefusal(answer) ? new Refused(answer, response.status) : refused('unreadable', response.status);
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
}

const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
const post = <T>(path: string, body: unknown): Promise<T> => ask<T>('POST', path, body);
const part = encodeURIComponent;

// ---- what there is --------------------------------------------------------------------------

export const games = (): Promise<Game[]> => get('/games');
export const players = (): Promise<Player[]> => get('/players');
export const words = (language: string): Promise<Catalogs> => get(`/words/${part(language)}`);
export const look = (game: string): Promise<LookSheet> => get(`/looks/${part(game)}`);
export const rules = (game: string, language: string): Promise<RulesPage> =>
  get(`/rules/${part(game)}/${part(language)}`);
export const themes = (): Promise<Record<string, Record<string, string>>> => get('/themes');

// ---- the guest ------------------------------------------------------------------------------

export const me = (): Promise<Me> => get('/me');
export const rename = (name: string): Promise<Me> => ask('PUT', '/me', { name });
/** Ends the guest's cookies on every device. */
export const forget = (): Promise<unknown> => ask('DELETE', '/me');

// ---- tables ---------------------------------------------------------------------------------

export const tables = (list: TableList): Promise<TableSummary[]> => get(`/tables${query({ list })}`);
export const makeTable = (table: NewTable): Promise<MadeTable> => post('/tables', table);
export const table = (id: string): Promise<TableSummary> => get(`/tables/${part(id)}`);
export const secrets = (id: string): Promise<MadeTable> => get(`/tables/${part(id)}/secrets`);
export const sit = (
  id: string,
  body: { seat?: number; secret?: string; name?: string } = {},
): Promise<TableSummary> => post(`/tables/${part(id)}/sit`, body);
export const leave = (id: string): Promise<TableSummary> => post(`/tables/${part(id)}/leave`, {});

// ---- histories: of tables and of records alike ------------------------------------------------

export const history = (source: Source, id: string): Promise<History> => get(`/${source}/${part(id)}/course`);
/** At most 100 frames at a time. */
export const frames = (source: Source, id: string, from: number, to: number): Promise<Frame[]> =>
  get(`/${source}/${part(id)}/frames${query({ from, to })}`);
/** What seems best after so many decisions. */
export const hint = (source: Source, id: string, at: number): Promise<Hint> =>
  post(`/${source}/${part(id)}/hint`, { at });
/** Where a record can be downloaded. */
export const recordAddress = (source: Source, id: string, form: 'dyr' | 'json' = 'dyr'): string =>
  `/api/${source}/${part(id)}/record.${form}`;

// ---- lessons --------------------------------------------------------------------------------

export const lessons = (game: string, language: string): Promise<LessonList> =>
  get(`/lessons/${part(game)}/words/${part(language)}`);
export const beginLesson = (game: string, id: string): Promise<LessonStart> =>
  get(`/lessons/${part(game)}/${part(id)}`);
export const tryInLesson = (game: string, id: string, attempt: LessonTry): Promise<LessonAnswer> =>
  post(`/lessons/${part(game)}/${part(id)}/try`, attempt);

// ---- records and positions ------------------------------------------------------------------

export interface RecordSearch {
  game?: string;
  name?: string;
  before?: string;
  limit?: number;
}
export const records = (search: RecordSearch = {}): Promise<RecordSummary[]> =>
  get(`/records${query({ ...search })}`);
export const handIn = (text: string): Promise<RecordSummary> => post('/records', { text });
export const readPosition = (game: string, text: string): Promise<Position> =>
  post('/positions', { game, text });

/**
 * One function per HTTP route of the server. A refusal is thrown as `Refused`; so is a server that
 * cannot be reached. Sockets are in `socket.ts`.
 */

import type {
  Analysed,
  Catalogs,
  Checked,
  Counted,
  ConvertWanted,
  Edited,
  EditorWanted,
  EditWanted,
  Explained,
  ExplainWanted,
  Exploration,
  ExploreWanted,
  Fairness,
  Followed,
  History,
  Frame,
  Game,
  Coached,
  DailyPuzzle,
  Deal,
  Hint,
  LessonAnswer,
  LessonList,
  LessonStart,
  DiagramAnswer,
  DiagramTry,
  LessonTry,
  LookSheet,
  MadeTable,
  Me,
  NewTable,
  Openings,
  Player,
  Position,
  PositionText,
  PuzzleAnswer,
  PuzzleHint,
  PuzzleHintWanted,
  PuzzleList,
  PuzzleSolution,
  PuzzleSolutionWanted,
  PuzzleStart,
  PuzzleTry,
  RecordSummary,
  RecordText,
  Refusal,
  RulesPage,
  TableSummary,
  Understood,
  UnderstandWanted,
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
/** A position as text, after so many decisions. */
export const positionText = (source: Source, id: string, at: number): Promise<PositionText> =>
  get(`/${source}/${part(id)}/position${query({ at })}`);
/** What seems best after so many decisions. */
/** What the coach says of a decision that is about to be made; without a token, of the one made. */
export const coach = (id: string, at: number, token: string | null): Promise<Coached> =>
  post(`/tables/${part(id)}/coach`, { at, token });
export const hint = (source: Source, id: string, at: number): Promise<Hint> =>
  post(`/${source}/${part(id)}/hint`, { at });
// ---- analysis -------------------------------------------------------------------------------

/** What seems best in a position, thought about by the server. */
export const analysis = (game: string, text: string, lines: number): Promise<Analysed> =>
  post('/analysis', { game, text, lines });
/** The position after some steps: tokens, or seats that withdraw. */
export const followed = (game: string, text: string, steps: (string | number)[]): Promise<Followed> =>
  post('/analysis/position', { game, text, steps });
/** Whether somebody may be helped with a position: not while people play a game with it. */
export const fair = (game: string, text: string): Promise<Fairness> => post('/analysis/fair', { game, text });
/** What a search of a kind has learnt for a game. */
export async function weights(game: string, kind: string): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(`/api/weights/${part(game)}/${part(kind)}`);
  } catch {
    throw refused('unreachable', 0);
  }
  if (!response.ok) throw refused('unreadable', response.status);
  return new Uint8Array(await response.arrayBuffer());
}

/** Where a record can be downloaded. */
export const recordAddress = (source: Source, id: string, form: 'dyr' | 'json' = 'dyr'): string =>
  `/api/${source}/${part(id)}/record.${form}`;

// ---- lessons --------------------------------------------------------------------------------

export const lessons = (game: string, language: string): Promise<LessonList> =>
  get(`/lessons/${part(game)}/words/${part(language)}`);
export const beginLesson = (game: string, id: string): Promise<LessonStart> =>
  get(`/lessons/${part(game)}/${part(id)}`);
export const tryInDiagram = (game: string, name: string, attempt: DiagramTry): Promise<DiagramAnswer> =>
  post(`/rules/${part(game)}/diagrams/${part(name)}/try`, attempt);
export const tryInLesson = (game: string, id: string, attempt: LessonTry): Promise<LessonAnswer> =>
  post(`/lessons/${part(game)}/${part(id)}/try`, attempt);

// ---- puzzles --------------------------------------------------------------------------------

/** Of today, one for each game that has some. */
export const dailyPuzzles = (): Promise<DailyPuzzle[]> => get('/puzzles');
export const puzzles = (game: string): Promise<PuzzleList> => get(`/puzzles/${part(game)}`);
const puzzle = (game: string, id: string): string => `/puzzles/${part(game)}/${part(id)}`;
export const beginPuzzle = (game: string, id: string): Promise<PuzzleStart> => get(puzzle(game, id));
export const tryInPuzzle = (game: string, id: string, attempt: PuzzleTry): Promise<PuzzleAnswer> =>
  post(`${puzzle(game, id)}/try`, attempt);
export const hintInPuzzle = (game: string, id: string, wanted: PuzzleHintWanted): Promise<PuzzleHint> =>
  post(`${puzzle(game, id)}/hint`, wanted);
export const solutionOfPuzzle = (
  game: string,
  id: string,
  wanted: PuzzleSolutionWanted,
): Promise<PuzzleSolution> => post(`${puzzle(game, id)}/solution`, wanted);
/** Where its certificate can be downloaded. */
export const certificateAddress = (game: string, id: string): string =>
  `/api${puzzle(game, id)}/certificate.txt`;

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

// ---- openings -------------------------------------------------------------------------------

/** What was played after `tokens` from a position; from the game's start where `text` is empty. */
export const openings = (game: string, text: string, tokens: string[] = []): Promise<Openings> =>
  post('/openings', { game, text, tokens });
/** How fair a set-up is. Ask again while it is `running`. */
export const deal = (game: string, text: string): Promise<Deal> => post('/deals', { game, text });
/** A record in its other form; nothing is kept. */
export const convertRecord = (wanted: ConvertWanted): Promise<RecordText> => post('/records/convert', wanted);
/** The JSON twin of a table's or a record's game. */
export const recordJson = <T>(source: Source, id: string): Promise<T> =>
  get(`/${source}/${part(id)}/record.json`);

// ---- exploring, without a table -------------------------------------------------------------

export const explore = (line: ExploreWanted): Promise<Exploration> => post('/explore', line);
export const explain = (line: ExplainWanted): Promise<Explained> => post('/explore/why', line);
export const understand = (line: UnderstandWanted): Promise<Understood> => post('/explore/read', line);
export const checkCertificate = (text: string, job = 0): Promise<Checked> =>
  post('/explore/certificate', { text, job });
export const certificateCount = (job: number): Promise<Counted> =>
  get(`/explore/certificate${query({ job: String(job) })}`);

// ---- editing ----------------------------------------------------------------------------------

export const openEditor = (wanted: EditorWanted): Promise<Edited> => post('/editor', wanted);
export const edit = (wanted: EditWanted): Promise<Edited> => post('/editor/edit', wanted);

/** Dependencies point one way: a room imports only rooms below it, and a page no other page. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = import.meta.dirname;
const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()['"](\.{1,2}\/[^'"]+)['"]/g;
/** From the lowest to the highest, with what each may import besides itself. */
const BELOW: Record<string, string[]> = {
  net: [],
  engine: ['net'],
  i18n: ['net'],
  ui: ['i18n'],
  state: ['net', 'i18n', 'engine'],
  board: ['net', 'i18n', 'ui', 'state', 'engine'],
  pages: ['net', 'i18n', 'ui', 'state', 'board', 'engine'],
};
/** What pages may import of other pages: these folders are parts, not pages. */
const PARTS = ['shared', 'game', 'study'];
const MOST_MODULES = 14;

interface Import {
  from: string;
  to: string;
}

/** The imports of a module, as paths below `src`; what lies elsewhere is left out. */
function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)]
    .map((found) => ({ from: path, to: join(dirname(path), found[1]!) }))
    .filter(({ to }) => !to.startsWith('..'));
}
const room = (path: string): string => path.split('/')[0]!;
const page = (path: string): string => path.split('/')[1]!;

/** Whether an import stays in its room or leads down. */
function allowed({ from, to }: Import): boolean {
  if (room(from) !== room(to)) return BELOW[room(from)]?.includes(room(to)) ?? false;
  return room(from) !== 'pages' || page(from) === page(to) || PARTS.includes(page(to));
}

const modules = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((file) => file.isFile() && /\.(ts|svelte)$/.test(file.name) && !/\.test\.ts$/.test(file.name))
  .map((file) => relative(SOURCE, join(file.parentPath, file.name)));
const inRooms = modules.filter((path) => room(path) in BELOW);

/** An import without its extension is a script, or a folder's index. */
function fileOf(path: string): string {
  return [`${path}.ts`, `${path}/index.ts`].find((file) => inRooms.includes(file)) ?? path;
}

/** The first circle that is found: modules, each of which imports the next. */
function circle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const follow = (path: string, above: string[]): string[] => {
    const at = above.indexOf(path);
    if (at >= 0) return [...above.slice(at), path];
    if (done.has(path)) return [];
    done.add(path);
    for (const next of imports.get(path) ?? []) {
      const found = follow(next, [...above, path]);
      if (found.length) return found;
    }
    return [];
  };
  for (const path of imports.keys()) {
    const found = follow(path, []);
    if (found.length) return found;
  }
  return [];
}

describe('the rooms of the page', () => {
  it('are those that have a place in the order', () => {
    const found = new Set(modules.filter((path) => path.includes('/')).map(room));
    expect([...found].sort()).toEqual([...Object.keys(BELOW), 'testing'].sort());
  });
  it.each(Object.keys(BELOW))('%s imports only what lies below it', (name) => {
    const own = inRooms.filter((path) => room(path) === name);
    const imports = own.flatMap((path) => importsOf(path, readFileSync(join(SOURCE, path), 'utf8')));
    expect(imports.length, 'imports are found').toBeGreaterThan(0);
    expect(imports.filter((one) => !allowed(one))).toEqual([]);
  });
  it('have no modules that import each other in a circle', () => {
    const imports = new Map(
      inRooms.map((path) => {
        const text = readFileSync(join(SOURCE, path), 'utf8');
        return [path, importsOf(path, text).map(({ to }) => fileOf(to))] as const;
      }),
    );
    expect(circle(imports)).toEqual([]);
  });
  it('have folders that can be taken in at a glance', () => {
    const counts = new Map<string, number>();
    for (const path of modules) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_MODULES)).toEqual([]);
  });
});

describe('an import', () => {
  const judged = (path: string, text: string): boolean[] => importsOf(path, text).map(allowed);

  it('that leads up is seen, whatever its form', () => {
    expect(judged('net/api.ts', "import type { T } from '../i18n/words.svelte';")).toEqual([false]);
    expect(judged('state/lobby.svelte.ts', "import {\n  a,\n} from '../board/looks.svelte';")).toEqual([
      false,
    ]);
    expect(
      judged('board/draw/paint.ts', "const page = import('../../pages/rules/RulesPage.svelte');"),
    ).toEqual([false]);
    expect(judged('ui/Icon.svelte', "import '../testing/boards';")).toEqual([false]);
  });
  it('from one page to another is seen', () => {
    expect(judged('pages/front/FrontPage.svelte', "import A from '../rules/A.svelte';")).toEqual([false]);
    expect(judged('pages/front/FrontPage.svelte', "import A from '../shared/A.svelte';")).toEqual([true]);
  });
  it('that closes a circle is seen', () => {
    const some = { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] };
    expect(circle(new Map(Object.entries(some)))).toEqual([]);
    expect(circle(new Map(Object.entries({ ...some, d: ['c'] })))).toEqual(['d', 'c', 'd']);
  });
  it('that leads down is allowed', () => {
    expect(judged('pages/rules/RulesPage.svelte', "import Board from '../../board/Board.svelte';")).toEqual([
      true,
    ]);
  });
});

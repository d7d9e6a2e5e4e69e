/** For tests: small boards and views of a game that does not exist, and how they are drawn. */
import type { Geometry, LookSheet, Piece, View } from '../net/wire';
import { readLook } from '../board/draw/look';
import type { SceneOptions, Scene } from '../board/draw/scene';

const NAMES = ['relati-circle', 'relati-cross', 'mark-last', 'mark-target', 'mark-option'];
const SHEET: LookSheet = {
  look: {
    material: 'paper',
    seal: '連',
    states: { '': [{ symbol: 'relati-{glyph}', size: 0.86, colour: 'seat', rise: 0 }] },
    inert: [],
    links: {},
    stack: {},
    marks: {},
    verbs: {},
    seats: {},
    meters: {},
    life: '',
    names: {},
    colours: {},
  },
  symbols: NAMES.map((name) => `<symbol id="${name}"></symbol>`).join(''),
  ids: {},
};
export const LOOK = readLook('some-game', SHEET);
export const OPTIONS: SceneOptions = {
  coordinates: true,
  width: 900,
  language: 'en',
  say: (message) => message.key,
};

export function board(size: number): Geometry {
  const sites = Array.from({ length: size * size }, (_, at) => {
    const [x, y] = [at % size, Math.floor(at / size)];
    const label = `${String.fromCharCode(65 + x)}${y + 1}`;
    const outline: [number, number][] = [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
    ];
    return { id: label, x: x + 0.5, y: y + 0.5, label, group: '', outline };
  });
  return { sites, lines: [] };
}

export function piece(site: string, glyph = 'circle', label = ''): Piece {
  return { site, stack: [{ glyph, seat: 0, label }], marks: [] };
}

export function view(pieces: Piece[], more: Partial<View> = {}): View {
  return {
    actor: 0,
    owner: 0,
    turn: 1,
    seats: [],
    prompt: { key: 'x', params: [] },
    prompt_you: null,
    pieces,
    sites: [],
    edges: [],
    areas: [],
    meters: [],
    choices: [],
    last: [],
    outcome: null,
    ...more,
  };
}

/** What lies in a layer. */
export function layer(shown: Scene, name: string): Scene['layers'][number]['elements'] {
  return shown.layers.find((one) => one.name === name)!.elements;
}

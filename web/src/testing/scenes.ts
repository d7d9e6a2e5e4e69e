/**
 * Scenes for tests that compare them with the pictures of `duiyi.draw`, and that paint them. No
 * part of the page.
 */
import type { Geometry, LookSheet, View } from '../net/wire';
import { readLook, type LoadedLook } from '../board/draw/look';
import { type InkLine, inkElements } from '../board/draw/ink';
import { numbersOf } from '../board/draw/numbers';
import { kinds } from '../board/input/effects';
import { consideredElements, legalElements, scene, withElements, type Scene } from '../board/draw/scene';

export { installSymbols } from '../board/draw/look';
export { paint } from '../board/draw/paint';

export interface Request {
  game: string;
  sheet: LookSheet;
  geometry: Geometry;
  view: View;
  coordinates: boolean;
  width: number;
  language: string;
  /** Texts by the key of a message. */
  words: Record<string, string>;
  legal: boolean;
  /** A token that is considered. */
  choice: string | null;
  /** Edge to edge. */
  close?: boolean;
  /** Lines of the engine. */
  ink?: InkLine[];
}

const looks = new Map<string, LoadedLook>();

/** What is drawn for a request. */
export function drawn(request: Request): Scene {
  const { view, words } = request;
  const look = looks.get(request.game) ?? readLook(request.game, request.sheet);
  looks.set(request.game, look);
  let made = scene(view, request.geometry, look, {
    coordinates: request.coordinates,
    width: request.width,
    language: request.language,
    say: (message) => words[message.key] ?? message.key,
    choosing: request.legal ? view.actor : null,
    close: request.close ?? false,
  });
  const { board } = made;
  const considered = view.choices.filter((choice) => choice.token === request.choice);
  for (const choice of considered) {
    made = withElements(made, consideredElements(board, look, choice));
  }
  const ink = { lines: request.ink ?? [], values: new Map<string, never>() };
  made = withElements(made, inkElements(board, look, view, ink, numbersOf(made)));
  const shown = request.legal ? view.choices : considered.filter((one) => !one.edges.length);
  return withElements(made, legalElements(view, board, look, shown, view.actor));
}

/** What is marked for a request, without the rest of the picture: the kinds of marks by their site, and
    each symbol with its site. */
export function marks(request: Request): { verbs: Record<string, string>; drawn: [string, string][] } {
  const symbols = drawn({ ...request, legal: true }).layers.flatMap((layer) =>
    layer.elements.flatMap((one) => [one, ...(one.children ?? [])]),
  );
  return {
    verbs: Object.fromEntries(kinds(request.view.choices)),
    drawn: symbols
      .filter(({ tag, attrs }) => tag === 'use' && 'data-legal' in attrs)
      .map(({ attrs }) => [String(attrs['data-legal']), String(attrs['data-glyph'])]),
  };
}

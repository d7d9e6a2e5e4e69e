/**
 * Scenes for tests that compare them with the pictures of `duiyi.draw`, and that paint them. No
 * part of the page.
 */
import type { Geometry, LookSheet, View } from '../net/wire';
import { readLook, type LoadedLook } from '../board/draw/look';
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
  const shown = request.legal ? view.choices : considered.filter((one) => !one.edges.length);
  return withElements(made, legalElements(view, board, look, shown, view.actor));
}

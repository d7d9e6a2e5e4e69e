/** What a screen reader is told on the analysis board, as messages. Pure; words come later. */
import { message } from '../../i18n/message';
import type { Entry, Explored, Message, Odds, View } from '../../net/wire';
import { fraction } from '../../state/analysis/shares';
import type { AnalysisModel } from '../../state/analysis/model.svelte';
import type { EngineState } from '../../state/analysis/engine.svelte';
import { siblings } from '../../state/analysis/tree';
import { entryLines, entryWords } from '../game/text/messages';
import { chanceOf, chanceWords, type Proof, turnLines, verdict } from '../study/text';

/** A position that one has come to: what led to it, whose turn it is, a fork. */
export function position(model: AnalysisModel, entry: Entry | null, view: View): Message[] {
  const told = entry ? entryLines(model.game, view, entry) : [];
  const turn = message('analysis:said.turn', { turn: view.turn, prompt: view.prompt });
  return [...told, turn, ...fork(model)];
}

function fork(model: AnalysisModel): Message[] {
  const all = siblings(model.tree, model.cursor);
  if (all.length < 2) return [];
  const told = all.map((id, at) => {
    const entry = model.positions.of(id)?.entry;
    return message(at ? 'analysis:said.variation' : 'analysis:said.main', {
      letter: String.fromCharCode(65 + (at % 26)),
      move: entry ? entryWords(entry) : '',
    });
  });
  return [message('analysis:said.fork', { count: all.length, told })];
}

/** What the engine has found when it stops, or whenever somebody asks. */
export function engineSays(engine: EngineState, game: string, view: View): Message[] {
  const { proof, chances } = engine;
  if (proof) {
    const certified = engine.certificate ? [message('analysis:said.certificate')] : [];
    return [message('analysis:said.proven', { verdict: verdict(game, view, proof) }), ...certified];
  }
  if (!chances) return [message('analysis:chances.unknown')];
  if (view.actor !== null && view.actor < 0)
    return [message('analysis:said.average', { chances: chanceWords(game, view, chances) })];
  const depth = engine.found?.thought.depth ?? 0;
  const said = chanceWords(game, view, chances);
  return [depth ? message('analysis:said.depth', { depth, chances: said }) : said];
}

/** What chance decides, the likeliest results, and what is expected. */
export function chanceSays(game: string, view: View, odds: readonly Odds[], engine: EngineState): Message[] {
  const likely = [...odds].sort((a, b) => fraction(b.chance) - fraction(a.chance)).slice(0, 3);
  const told = likely.map(({ label, chance }) =>
    message('analysis:said.odds', { label, percent: (100 * fraction(chance)).toFixed(1) }),
  );
  const average = engine.average ? engineSays(engine, game, view) : [];
  return [message('analysis:said.draw', { prompt: view.prompt, count: odds.length, told }), ...average];
}

export function lineSays(
  game: string,
  view: View,
  rank: number,
  share: number,
  steps: readonly Explored[],
  proof: Proof = '',
): Message[] {
  if (proof) {
    const proven = message('analysis:said.line', { rank, chance: verdict(game, view, proof) });
    return [proven, ...turnLines(game, view, steps)];
  }
  const actor = view.actor ?? 0;
  const chances = view.seats.map(({ seat }) =>
    seat === actor ? share : (1 - share) / (view.seats.length - 1),
  );
  return [
    message('analysis:said.line', { rank, chance: chanceOf(game, view, chances, actor) }),
    ...turnLines(game, view, steps),
  ];
}

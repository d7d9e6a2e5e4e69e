/**
 * Judges the decisions of a game, one after the other: `engine/review` gives the marks, which are those
 * of `duiyi.analysis`; what is praised or missed is found out here. Knows no page.
 */
import { type Analysis, Analyst } from '../../engine/analyst';
import { markOf } from '../../engine/mistakes';
import { type Decided, type Judged, chosenBySeat, judged } from '../../engine/review';
import type { Thinker } from '../../engine/thinker';
import { CHANCE, type Look } from '../../engine/types';
import type { Point, Proof, Verdict, Worth } from './verdicts';

/** Times as much is searched before a win is called missed, or a try no win. */
const SURER = 4;
/** Of the nodes, for each result of a draw. */
const QUICK_PART = 0.02;
const FEWEST = 60;
const SEED = 1;
/** With more seats each decision takes more searches. */
const MANY_SEATS = 5;
const TWO = 2;
/** Decisions of one turn that are followed. */
const LONGEST_TURN = 60;

/** Nodes with which a decision is judged by default. */
export function nodesFor(reviewNodes: number, seats: number): number {
  return seats > TWO ? Math.ceil(reviewNodes / MANY_SEATS) : reviewNodes;
}

export class Judge {
  readonly analyst: Analyst;
  readonly #surer: Analyst;
  readonly #quick: Analyst;

  constructor(
    private readonly thinker: Thinker,
    private readonly nodes: number,
  ) {
    const limits = { nodes, seed: SEED };
    this.analyst = new Analyst(thinker, limits);
    this.#surer = new Analyst(thinker, { ...limits, nodes: SURER * nodes });
    this.#quick = new Analyst(thinker, { ...limits, nodes: Math.max(FEWEST, nodes * QUICK_PART) }, 1);
  }

  /** What the position before a decision is worth to whoever decides there; null where nobody does. */
  async point(one: Decided): Promise<Point | null> {
    if (!chosenBySeat(one)) return null;
    const analysis = await this.analyst.position(one.before);
    const proof = await this.#proven(analysis);
    return { at: one.number, actor: analysis.look.actor!, share: analysis.lines[0]!.share, proof };
  }

  /** Null where nobody decides, and where no search can value it. */
  async verdict(one: Decided): Promise<Verdict | null> {
    for await (const found of judged([one], this.analyst)) return this.#said(one, found);
    return null;
  }

  /** What each seat gained by a result of chance, by the same short searches of all results; null where
   * there are more results than `most`. */
  async luck(one: Decided, most = Infinity): Promise<number[] | null> {
    if ((await this.#quick.look(one.before)).chances.length > most) return null;
    const expected = await this.#quick.chances(one.before);
    const found = await this.#quick.chances(one.after);
    return found.map((share, seat) => share - expected[seat]!);
  }

  /** What each seat has more after a decision than after the better one. */
  async gained(before: string, better: string, made: string): Promise<number[]> {
    const [best, found] = [await this.#after(before, better), await this.#after(before, made)];
    return found.map((share, seat) => share - best[seat]!);
  }

  /** What a decision of a seat leaves it with. */
  async worth(before: string, token: string, seat: number): Promise<Worth> {
    const after = await this.analyst.look(before, [token]);
    const proof = await this.proof(after, seat);
    const share = await this.analyst.share(after.text, seat);
    if (share !== null) return { share, proof };
    const line = await this.analyst.line(before, token);
    return { share: line?.share ?? 0, proof: proof || (line?.proof ?? '') };
  }

  /** What is certain for a seat in a position; `surely`: looked for longer. */
  async proof(look: Look, seat: number, surely = false): Promise<Proof> {
    if (look.over) return look.winner === seat ? 'win' : look.winner === null ? 'level' : 'loss';
    if (look.out.includes(seat)) return 'loss';
    if (look.actor === CHANCE || look.actor === null) return '';
    const analysis = await this.analyst.position(look.text);
    const found = await this.#proven(analysis);
    return seenBy(found || (surely ? await this.#surely(look) : ''), look.actor === seat, look.seats);
  }

  /** Whether a decision keeps a win that is certain. */
  async keepsWin(before: string, token: string, seat: number): Promise<boolean> {
    const after = await this.analyst.look(before, [token]);
    if ((await this.proof(after, seat)) === 'win') return true;
    if (after.actor === CHANCE) return (await this.analyst.line(before, token))?.proof === 'win';
    return (await this.proof(after, seat, true)) === 'win';
  }

  /** The best decisions from a position to the end of the turn, a line being its beginning. */
  async turn(text: string, line: readonly string[]): Promise<string[]> {
    let here = await this.analyst.look(text);
    const { actor, turn } = here;
    const tokens: string[] = [];
    let left = [...line];
    while (here.actor === actor && here.turn === turn && tokens.length < LONGEST_TURN) {
      if (!left.length) left = [...(await this.analyst.position(here.text)).lines[0]!.tokens];
      const token = left.shift()!;
      here = await this.analyst.look(here.text, [token]);
      tokens.push(token);
    }
    return tokens;
  }

  stop(): void {
    this.analyst.stop();
  }

  async #after(before: string, token: string): Promise<number[]> {
    return this.analyst.chances((await this.analyst.look(before, [token])).text);
  }

  async #said(one: Decided, found: Judged): Promise<Verdict> {
    const best = found.analysis.lines[0]!;
    const { seat, loss, mark, token } = found;
    const proof = await this.#proven(found.analysis);
    const won = proof === 'win' && !found.forced;
    const missed = won && !found.asSearched && !(await this.keepsWin(one.before, token, seat));
    const kept = proof === 'win' && !missed;
    const after = kept ? 'win' : await this.proof(await this.analyst.look(one.after), seat);
    return {
      number: found.number,
      seat,
      token,
      before: { share: found.best, proof },
      after: { share: found.share, proof: after },
      loss,
      mark,
      praise: await this.#praise(found),
      missed,
      counted: !found.forced && proof !== 'loss',
      better: best.tokens,
    };
  }

  /** What is certain for whoever decides. Some searches say 1 and prove nothing: a line that wins in the
   * turn itself is played out. */
  async #proven({ look, lines }: Analysis): Promise<Proof> {
    const [best] = lines;
    if (best!.proof || best!.share < 1) return best!.proof;
    let here = look;
    for (const token of best!.tokens) {
      if (here.actor !== look.actor) break;
      here = await this.analyst.look(here.text, [token]);
    }
    return here.over && here.winner === look.actor ? 'win' : '';
  }

  /** Searches of a move without alternative look no further, and only endgames are proven by the way. */
  async #surely(look: Look): Promise<Proof> {
    const limits = { nodes: SURER * this.nodes };
    const proof = await this.thinker.prove(look.text, limits, false);
    if (proof.result !== 'unknown') return proof.result === 'draw' ? 'level' : proof.result;
    return this.#proven(await this.#surer.position(look.text));
  }

  /** The only move: every other loses as much as a mistake, which a search after the next best says too. */
  async #praise({ analysis, forced, asSearched, seat }: Judged): Promise<Verdict['praise']> {
    const [best, next] = analysis.lines;
    const { look } = analysis;
    if (!asSearched || forced || best!.proof === 'loss') return '';
    if (!next || !heavy(best!.share - next.share, look.seats)) return 'best';
    const after = await this.analyst.look(look.text, [next.tokens[0]!]);
    const share = (await this.analyst.share(after.text, seat)) ?? next.share;
    return heavy(best!.share - share, look.seats) ? 'only' : 'best';
  }
}

const heavy = (loss: number, seats: number): boolean => ['mistake', 'blunder'].includes(markOf(loss, seats));

/** What is certain for whoever decides, as another seat sees it. */
function seenBy(proof: Proof, own: boolean, seats: number): Proof {
  if (own || proof === '' || proof === 'level') return proof;
  if (proof === 'win') return 'loss';
  return seats === TWO ? 'win' : '';
}

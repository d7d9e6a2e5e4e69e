/**
 * What searches think of positions, and what each seat can hope for: the port of
 * `duiyi.analysis.position`, which finds the same with the same nodes. Positions are texts.
 */
import type { Thinker } from './thinker';
import { CHANCE, type Found, type Limits, type Line, type Look } from './types';

const TWO = 2;
/** On the way to a seat's next decision; what is further off is not looked for. */
const MOST_SEARCHES = 8;
/** How much of the score mobility decides at most, where nothing else is known. */
const MOBILITY = 0.2;

export interface Analysis {
  look: Look;
  /** The best first, never none. */
  lines: Line[];
  /** Of the search. */
  kind: string;
  nodes: number;
  /** In decisions; 0 for a search that does not count it. */
  depth: number;
}

/** No seat decides in a position. */
export class NobodyDecides extends Error {}

/** Analyses positions, each once. Searches begin with nothing, so that a position alone and the same
 * position in a game are thought about alike. */
export class Analyst {
  private readonly known = new Map<string, Promise<Analysis>>();
  private readonly looks = new Map<string, Promise<Look>>();
  private readonly limits: Limits;

  constructor(
    private readonly thinker: Thinker,
    limits: Limits,
    lines = 2,
  ) {
    this.limits = { ...limits, lines };
  }

  /** The analysis of a position; `heard` is told what is found meanwhile, if it is not known yet. */
  position(text: string, heard?: (analysis: Analysis) => void): Promise<Analysis> {
    return once(this.known, text, () => this.analysed(text, this.limits, heard));
  }

  /** The line that begins with a token, where the search looks at all decisions at once. */
  async line(text: string, token: string): Promise<Line | null> {
    const here = lineOf((await this.position(text)).lines, token);
    if (here) return here;
    const { tokens } = await this.look(text);
    return lineOf((await this.analysed(text, { ...this.limits, lines: tokens.length })).lines, token);
  }

  /**
   * The share of the score that a seat can hope for; null where chance decides before it. With more
   * than two seats a search knows only the share of whoever decides, so that its best lines are
   * followed to where the seat itself decides.
   */
  async share(text: string, seat: number): Promise<number | null> {
    for (let searches = 0; searches < MOST_SEARCHES; searches += 1) {
      const look = await this.look(text);
      if (look.over) return scores(look)[seat]!;
      if (look.out.includes(seat)) return 0;
      if (look.actor === CHANCE) return null;
      const best = (await this.position(text)).lines[0]!;
      if (look.actor === seat) return best.share;
      if (look.seats === TWO) return 1 - best.share;
      text = await this.followed(text, best.tokens, seat);
    }
    return null;
  }

  /**
   * What every seat can hope for, summing to 1. What is left by the seat that decides is divided
   * among the others as they see it themselves, or evenly as the position looks.
   */
  async chances(text: string): Promise<number[]> {
    const look = await this.look(text);
    if (look.over) return scores(look);
    if (look.actor === CHANCE) return this.expected(look);
    const own = (await this.position(text)).lines[0]!.share;
    const seats = Array.from({ length: look.seats }, (_, seat) => seat);
    const others = seats.filter((seat) => seat !== look.actor);
    if (others.length === 1) return seats.map((seat) => (seat === look.actor ? own : 1 - own));
    const looks = byMobility(look);
    const hopes: number[] = [];
    for (const seat of others) hopes.push((await this.share(text, seat)) ?? looks[seat]!);
    const inside = others.map((seat) => (look.out.includes(seat) ? 0 : 1));
    const parts = sum(hopes) > 0 ? hopes : inside;
    const whole = sum(parts) || 1;
    const found = new Map(others.map((seat, at) => [seat, ((1 - own) * parts[at]!) / whole]));
    return seats.map((seat) => found.get(seat) ?? own);
  }

  /** The position after these tokens, which are legal. */
  look(text: string, tokens: readonly string[] = []): Promise<Look> {
    return once(this.looks, JSON.stringify([text, ...tokens]), async () => {
      const found = await this.thinker.look(text, tokens);
      if (!found) throw new RangeError('no position of this game, or not legal');
      return found;
    });
  }

  stop(): void {
    this.thinker.stop();
  }

  /** At chance: what is expected of all its results. */
  private async expected(look: Look): Promise<number[]> {
    const whole = sum(look.chances.map(([, weight]) => weight));
    const all = new Array<number>(look.seats).fill(0);
    for (const [token, weight] of look.chances) {
      const after = await this.look(look.text, [token]);
      (await this.chances(after.text)).forEach((share, seat) => (all[seat]! += (share * weight) / whole));
    }
    return all;
  }

  private async analysed(
    text: string,
    limits: Limits,
    heard?: (analysis: Analysis) => void,
  ): Promise<Analysis> {
    const look = await this.look(text);
    if (look.actor === null || look.actor === CHANCE) throw new NobodyDecides();
    const analysis = ({ kind, thought }: Found): Analysis => {
      const { lines, nodes, depth } = thought;
      return { look, lines: lines.slice(0, limits.lines), kind, nodes, depth };
    };
    const tell = heard && ((found: Found): void => heard(analysis(found)));
    return analysis(await this.thinker.think(text, limits, tell));
  }

  /** Where a line comes to a decision of the seat, or to its end. */
  private async followed(text: string, tokens: readonly string[], seat: number): Promise<string> {
    for (const token of tokens) {
      const look = await this.look(text, [token]);
      text = look.text;
      if (look.actor === seat) break;
    }
    return text;
  }
}

/** What is made once, and again only if it failed. */
function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

const sum = (parts: readonly number[]): number => parts.reduce((whole, part) => whole + part, 0);

function lineOf(lines: readonly Line[], token: string): Line | null {
  return lines.find((line) => line.tokens[0] === token) ?? null;
}

/** Of a game that is over: the winner has it all; without one, those who are still in share it. */
function scores(look: Look): number[] {
  const seats = Array.from({ length: look.seats }, (_, seat) => seat);
  if (look.winner !== null) return seats.map((seat) => (seat === look.winner ? 1 : 0));
  const inside = seats.filter((seat) => !look.out.includes(seat)).length;
  return seats.map((seat) => (look.out.includes(seat) ? 0 : 1 / inside));
}

/** Whoever decides is the better off the more he can do. */
function byMobility(look: Look): number[] {
  const parts = Array.from({ length: look.seats }, (_, seat) => (look.out.includes(seat) ? 0 : 1));
  if (look.actor !== null && look.actor !== CHANCE) {
    const count = look.tokens.length;
    parts[look.actor]! += MOBILITY * (count / (count + 10) - 0.5);
  }
  const whole = sum(parts);
  return parts.map((part) => (whole > 0 ? part / whole : 1 / parts.length));
}

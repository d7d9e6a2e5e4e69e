// Replaying: a game that is open, the board it is shown on, and how one steps through it.

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const opened = new Map(); // games that were taken apart, by number

// What is shown now. `game` is a number of `data.games`.
const now = { game: null, at: 0, course: null, language: 0 };

// A word of the page, or of a game, with what belongs into it.
function say(texts, filled = {}) {
  return texts[now.language].replace(/\{(\w+)\}/g, (found, name) => filled[name] ?? found);
}
const spoken = (key, filled) => say(data.words[data.spoken[key]], filled);

// A new element; text is never taken for HTML.
function make(tag, { text, ...attributes } = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : value);
  }
  if (text !== undefined) node.textContent = text;
  node.append(...inside);
  return node;
}

// ---- where games come from ----

// What a file beside the page brings: packed games, the first of which has this number.
const arrived = new Map();
const asked = new Map(); // files that were asked for, by address
if (data.files.length) {
  window.duiyiGames = (first, games) => games.forEach((packed, more) => arrived.set(first + more, packed));
}

class Missing extends Error {}

// A file is loaded as a script: a page that was opened from a disk may load nothing else.
function load(address) {
  if (!asked.has(address)) {
    asked.set(
      address,
      new Promise((done, fail) => {
        const script = make('script', { src: address });
        script.onload = done;
        script.onerror = () => {
          asked.delete(address); // it may be there when somebody asks again
          fail(new Missing(address));
        };
        document.head.append(script);
      }),
    );
  }
  return asked.get(address);
}

async function packed(number) {
  if (!data.files.length) return byId(`game-${number}`).textContent;
  if (!arrived.has(number)) {
    const [address] = data.files.filter(([, first]) => first <= number).at(-1);
    await load(address);
    if (!arrived.has(number)) throw new Missing(address);
  }
  return arrived.get(number);
}

// A game, taken apart when it is asked for the first time. One that failed may be asked for again.
function open(number) {
  if (!opened.has(number)) {
    const game = unpackGame(number);
    opened.set(number, game);
    game.catch(() => opened.delete(number));
  }
  return opened.get(number);
}

let shared; // the parts that several games have
async function unpackGame(number) {
  shared ??= unpack(byId('parts').textContent);
  const [common, game] = await Promise.all([shared, packed(number).then(unpack)]);
  const parts = game.parts.map((part) => (typeof part === 'number' ? common[part] : part));
  return { ...game, parts, positions: unfold(game) };
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

function failed(place, error) {
  const text =
    error instanceof Missing
      ? spoken('missing', { file: decodeURIComponent(error.message) })
      : spoken('failed');
  place.replaceChildren(make('p', { class: 'failed', text }));
}

// What the move before a position was, in words.
function told(game, at) {
  if (!at) return spoken('start');
  const [actor, , , words] = game.moves[at - 1];
  return `${who(game, actor)} ${say(game.words[words])}`;
}

const who = (game, actor) => (actor < 0 ? spoken('chance') : say(game.words[game.names[actor]]));

function drawn(game, at, marked) {
  const label = spoken('board', { at, move: told(game, at) });
  return picture(data.boards, game, game.positions[at], now.language, label, marked);
}

// ---- the game that is open ----

async function show(number, at = 0, { focus = false, quiet = false } = {}) {
  byId('replay').hidden = false;
  if (now.game !== number) {
    now.game = number;
    now.course = null;
    for (const row of document.querySelectorAll('#rows tr')) row.removeAttribute('aria-current');
    byId(`row-${number}`)?.setAttribute('aria-current', 'true');
    heading();
    byId('board').replaceChildren(make('p', { class: 'failed', text: spoken('loading') }));
  }
  if (focus) {
    byId('replay').scrollIntoView({ block: 'start' });
    byId('replay').focus({ preventScroll: true });
  }
  try {
    const game = await open(number);
    if (now.game !== number) return; // another one was chosen meanwhile
    if (now.course !== game) {
      now.course = game;
      listMoves();
    }
  } catch (error) {
    if (now.game === number) failed(byId('board'), error);
    return;
  }
  step(at, quiet);
}

// `quiet`: nobody asked for it, so the address stays as it is.
function step(at, quiet = false) {
  const game = now.course;
  if (!game) return;
  now.at = Math.min(Math.max(at, 0), game.positions.length - 1);
  byId('board').replaceChildren(drawn(game, now.at, true));
  const slider = byId('slider');
  slider.max = game.positions.length - 1;
  slider.value = now.at;
  slider.setAttribute('aria-valuetext', spoken('position', { at: now.at, all: slider.max }));
  seats();
  comment();
  for (const button of document.querySelectorAll('[data-step]')) {
    const back = ['first', 'back'].includes(button.dataset.step);
    button.disabled = back ? now.at === 0 : now.at === Number(slider.max);
  }
  const moves = byId('moves');
  moves.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const current = moves.querySelector(`[data-at="${now.at}"]`);
  current?.setAttribute('aria-current', 'step');
  if (current) {
    const { top, bottom } = current.getBoundingClientRect(),
      room = moves.getBoundingClientRect();
    if (top < room.top) moves.scrollTop += top - room.top - 8;
    if (bottom > room.bottom) moves.scrollTop += bottom - room.bottom + 8;
  }
  if (!quiet)
    history.replaceState(null, '', `#game=${encodeURIComponent(data.games[now.game].id)}&at=${now.at}`);
}

function heading() {
  const { id, names } = data.games[now.game];
  const between = names.flatMap((name, seat) => [...(seat ? [' – '] : []), make('bdi', { text: name })]);
  byId('replay-heading').replaceChildren(make('span', { class: 'muted', text: `${id} ` }), ...between);
}

// The seats with their symbols, results and what is counted of each.
function seats() {
  const game = now.course,
    { names, scores } = data.games[now.game];
  const { meters } = game.positions[now.at];
  const last = now.at === game.positions.length - 1;
  const items = names.map((name, seat) => {
    const own = meters
      .filter((meter) => meter[2] === seat)
      .map(([word, value]) => `${say(game.words[word])} ${value}`)
      .join(' · ');
    const counted = make('span', { class: 'muted', text: own || say(game.words[game.names[seat]]) });
    const words = make('span', { class: 'who' }, make('bdi', { text: name }), counted);
    const item = make('li', {}, symbol(game, seat), words);
    if (last && scores) item.append(make('b', { class: 'score', text: scores[seat] }));
    return item;
  });
  const common = meters
    .filter((meter) => meter[2] === null)
    .map(([word, value]) => `${say(game.words[word])} ${value}`);
  if (common.length) items.push(make('li', { class: 'muted', text: common.join(' · ') }));
  byId('sitting').replaceChildren(...items);
}

function symbol(game, seat) {
  const place = make('span', { class: 'symbol', 'aria-hidden': 'true' });
  if (game.symbols[seat]) place.innerHTML = `<svg viewBox="0 0 100 100">${game.symbols[seat]}</svg>`;
  return place;
}

// What was done, what it cost, and what the bot said about it.
function comment() {
  const game = now.course,
    about = now.at ? (game.moves[now.at - 1][4] ?? {}) : {};
  const token = now.at ? game.moves[now.at - 1][1] : '';
  const extra = token && token !== say(game.words[game.moves[now.at - 1][3]]) ? [token] : [];
  if (about.o) extra.push(spoken('opening'));
  if (about.u) extra.push(spoken('use', { charged: about.u[0].toFixed(3), cpu: about.u[1].toFixed(3) }));
  if (about.e) extra.push(spoken('eval', { eval: about.e }));
  const lines = [make('b', { text: told(game, now.at) })];
  if (extra.length) lines.push(make('span', { class: 'muted', text: ` ${extra.join(' · ')}` }));
  for (const said of about.s ?? []) lines.push(make('q', { text: said, dir: 'auto' }));
  byId('said').replaceChildren(...lines);
  byId('prompt').textContent = say(game.words[game.positions[now.at].prompt]);
}

// Moves by turns: a line for each turn, as in a record.
function listMoves() {
  const game = now.course,
    list = make('ol');
  let turn = null,
    line;
  const start = make('button', { type: 'button', 'data-at': 0, text: spoken('start') });
  list.append(make('li', {}, make('span', { class: 'turn' }), make('div', {}, start)));
  game.moves.forEach(([actor, token, of, words], at) => {
    if (of !== turn) {
      turn = of;
      line = make('div');
      list.append(make('li', {}, make('span', { class: 'turn', text: turn }), line));
    }
    const kind = token ? (actor < 0 ? 'chance' : undefined) : 'out';
    const shown = `${actor < 0 ? '✱' : ''}${say(game.words[words])}`;
    const title = token || undefined;
    const button = make('button', { type: 'button', 'data-at': at + 1, class: kind, title }, shown);
    if (actor >= 0) button.prepend(symbol(game, actor));
    line.append(button);
  });
  byId('moves').replaceChildren(list);
}

// The page: languages, themes, the list of games and its filter, addresses and keys.

const remembered = {
  get(key) {
    try {
      return localStorage.getItem(`duiyi-report-${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`duiyi-report-${key}`, value);
    } catch {
      /* private */
    }
  },
};

// ---- language and theme ----

// The first of the reader's languages that the page speaks.
function preferred() {
  for (const tag of navigator.languages ?? [navigator.language]) {
    const [language, ...rest] = tag.split('-');
    if (language === 'zh') {
      const traditional =
        rest.includes('Hant') ||
        (!rest.includes('Hans') && rest.some((place) => ['TW', 'HK', 'MO'].includes(place)));
      return traditional ? 'zh-Hant' : 'zh-Hans';
    }
    if (data.languages.includes(language)) return language;
  }
  return 'en';
}

function speak(language) {
  now.language = Math.max(0, data.languages.indexOf(language));
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll('[data-say]'))
    node.textContent = say(data.words[node.dataset.say]);
  for (const node of document.querySelectorAll('[data-label]')) {
    node.setAttribute('aria-label', say(data.words[node.dataset.label]));
  }
  press('[data-language]', (button) => button.dataset.language === language);
  if (!data.games.length) return;
  listGames();
  listFaults();
  if (now.course) {
    listMoves();
    step(now.at, true);
  }
}

function dress(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  press('button[data-theme]', (button) => button.dataset.theme === theme);
}

function press(buttons, chosen) {
  for (const button of document.querySelectorAll(buttons))
    button.setAttribute('aria-pressed', chosen(button));
}

// ---- the list of games ----

const GAMES = 200; // so many are listed at first
let mostGames = GAMES;
const filters = ['by-bot', 'by-other', 'by-round', 'by-faults'];

function fillFilters() {
  const names = [...new Set(data.games.flatMap((game) => game.names))].sort((a, b) => a.localeCompare(b));
  const rounds = [...new Set(data.games.map((game) => game.round))].sort((a, b) => a - b);
  for (const [id, values] of [
    ['by-bot', names],
    ['by-other', names],
    ['by-round', rounds],
  ]) {
    const options = values.map((value) => make('option', { value, text: value }));
    byId(id).replaceChildren(make('option', { value: '', class: 'any' }), ...options);
    byId(id).addEventListener('change', listAnew);
  }
  byId('by-faults').addEventListener('change', listAnew);
  byId('filter').addEventListener('submit', (event) => event.preventDefault());
}

function fits(game, [bot, other, round], faulty) {
  if (faulty && !game.faults) return false;
  if (round && String(game.round) !== round) return false;
  if (!bot && !other) return true;
  // The same name in both asks for a game against oneself.
  const left = [...game.names];
  return [bot, other].filter(Boolean).every((name) => {
    const seat = left.indexOf(name);
    if (seat >= 0) left.splice(seat, 1);
    return seat >= 0;
  });
}

function listAnew() {
  mostGames = GAMES;
  listGames();
}

function listGames() {
  const asked = filters.slice(0, 3).map((id) => byId(id).value),
    faulty = byId('by-faults').checked;
  const found = [...data.games.keys()].filter((number) => fits(data.games[number], asked, faulty));
  portion(byId('rows'), byId('more-games'), found, mostGames, (number) => row(data.games[number], number));
  byId('count').textContent = spoken('count', { shown: found.length, all: data.games.length });
  for (const option of document.querySelectorAll('#filter .any')) option.textContent = spoken('any');
}

function row(game, number) {
  const link = make('a', { href: `#game=${encodeURIComponent(game.id)}`, text: game.id });
  link.setAttribute('aria-label', spoken('replay-game', { id: game.id, names: game.names.join(' – ') }));
  const players = game.names.map((name, seat) => {
    const won = game.scores && game.scores[seat] === '1';
    const item = make('span', { class: won ? 'player won' : 'player' }, make('bdi', { text: name }));
    const fault = game.faults?.find(([of]) => of === seat);
    if (fault) item.append(' ', make('span', { class: 'tag', text: say(data.words[fault[1]]) }));
    return item;
  });
  const result = game.scores ? game.scores.join(' – ') : spoken('not-counted');
  const ended = game.ended === undefined ? '' : say(data.words[game.ended]);
  return make(
    'tr',
    { id: `row-${number}`, 'aria-current': number === now.game ? 'true' : undefined },
    make('th', { scope: 'row' }, link),
    make('td', { class: 'num round', text: game.round }),
    make('td', { class: 'players' }, ...players),
    make('td', { class: 'result', text: result }),
    make('td', { class: 'end', text: ended }),
    make('td', { class: 'num', text: game.decisions }),
  );
}

// ---- addresses: #game=ID&at=12 ----

function follow(focus) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = data.games.findIndex((game) => game.id === asked.get('game'));
  if (number < 0) return false;
  show(number, Number(asked.get('at')) || 0, { focus });
  return true;
}

// ---- what people do ----

const steps = {
  first: () => step(0),
  back: () => step(now.at - 1),
  forward: () => step(now.at + 1),
  last: () => step(Infinity),
};
const keys = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last' };

document.addEventListener('click', (event) => {
  const button = event.target.closest('button, a[data-bots], a[data-faults], a[href^="#game="]');
  if (!button) return;
  const { language, theme, step: way, at, bots, faults: chosen } = button.dataset;
  if (language) {
    remembered.set('language', language);
    speak(language);
  } else if (theme) {
    remembered.set('theme', theme);
    dress(theme);
  } else if (way) steps[way]();
  else if (at !== undefined) step(Number(at));
  else if (button.id === 'more-games') {
    mostGames = Infinity;
    listGames();
  } else if (button.id === 'more-faults') {
    picked.most = Infinity;
    listFaults();
  } else if (chosen) {
    pick(chosen);
    event.preventDefault();
    byId('faults').scrollIntoView({ block: 'start' });
    byId('faults').focus({ preventScroll: true });
  } else if (bots) {
    [byId('by-bot').value, byId('by-other').value] = bots.split('\n');
    byId('by-round').value = '';
    byId('by-faults').checked = false;
    listAnew();
    event.preventDefault();
    byId('filter').scrollIntoView({ block: 'start' });
    byId('by-bot').focus({ preventScroll: true });
  } else if (button.hash && button.hash === location.hash) {
    follow(true); // the address does not change, but somebody asks for it
    event.preventDefault();
  }
});
document.addEventListener('keydown', (event) => {
  const way = keys[event.key];
  const at = event.target;
  if (!way || !now.course || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (at.closest('select, textarea, input:not(#slider), .scroll')) return;
  // Home and End belong to the page unless the game has the focus.
  if (['Home', 'End'].includes(event.key) && !at.closest('#replay')) return;
  event.preventDefault();
  steps[way]();
});
document.addEventListener('input', (event) => {
  if (event.target.id === 'slider') step(Number(event.target.value));
});
window.addEventListener('hashchange', () => follow(true));

dress(remembered.get('theme') ?? 'auto');
if (data.games.length) fillFilters();
const kept = remembered.get('language');
speak(data.languages.includes(kept) ? kept : preferred());
if (data.games.length && !follow(true)) show(0, 0, { quiet: true });

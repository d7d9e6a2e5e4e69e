// Faults: the list under their table. What is told of one is in its game, and is read when it is opened.

const FAULTS = 30; // so many are listed at first, and more of them each time
const picked = { label: '', bot: '', most: FAULTS, open: new Set() };

const faults = data.games.flatMap((game, number) =>
  [...(game.faults ?? []), ...(game.failed ?? [])].map(([seat, label, turn, at, nth]) => ({
    number,
    label,
    turn,
    at,
    nth,
    bot: game.names[seat] ?? '',
  })),
);
faults.sort((a, b) => a.bot.localeCompare(b.bot) || a.number - b.number);

function pick(chosen) {
  [picked.label, picked.bot] = chosen.split('\n');
  picked.most = FAULTS;
  picked.open.clear();
  listFaults();
}

// A long list, some at a time.
function portion(place, button, items, most, make) {
  place.replaceChildren(...items.slice(0, most).map(make));
  const left = items.length - most;
  button.hidden = left <= 0;
  button.textContent = spoken('more', { count: left });
}

function listFaults() {
  if (!byId('fault-list')) return;
  const { label, bot } = picked;
  const found = faults.filter((one) => (!label || String(one.label) === label) && (!bot || one.bot === bot));
  portion(byId('fault-list'), byId('more-faults'), found, picked.most, fault);
  byId('fault-count').textContent = spoken('fault-count', { shown: found.length, all: faults.length });
  byId('all-faults').hidden = !label && !bot;
  for (const cell of document.querySelectorAll('a[data-faults]')) {
    if (cell.dataset.faults === `${label}\n${bot}`) cell.setAttribute('aria-current', 'true');
    else cell.removeAttribute('aria-current');
  }
}

function fault(one) {
  const where = `${data.games[one.number].id} · ${spoken('turn', { turn: one.turn })}`;
  const summary = make(
    'summary',
    {},
    make('span', { class: 'tag', text: say(data.words[one.label]) }),
    ' ',
    make('b', {}, make('bdi', { text: one.bot })),
    ' ',
    make('span', { class: 'muted', text: where }),
  );
  const details = make('details', { class: 'verdict' }, summary);
  details.addEventListener('toggle', () => {
    details.querySelector('.fault')?.remove(); // told anew each time: it may have failed before
    if (details.open) tellFault(details, one);
    else picked.open.delete(one);
  });
  details.open = picked.open.has(one);
  return details;
}

async function tellFault(details, one) {
  picked.open.add(one);
  const body = make('div', { class: 'fault' }, make('p', { class: 'failed', text: spoken('loading') }));
  details.append(body);
  try {
    const game = await open(one.number);
    const [told, rule, kept] = game.faults[one.nth];
    const words = make('div', { class: 'words' }, make('p', { class: 'told', text: say(game.words[told]) }));
    if (rule !== null) words.append(make('p', { class: 'rule', text: say(game.words[rule]) }));
    const href = `#game=${encodeURIComponent(data.games[one.number].id)}&at=${one.at}`;
    words.append(make('p', {}, make('a', { href, text: spoken('open') })));
    words.append(
      make(
        'dl',
        {},
        ...kept.flatMap(([name, text]) => [
          make('dt', { text: say(game.words[name]) }),
          make('dd', {}, make('pre', { text, dir: 'ltr' })),
        ]),
      ),
    );
    body.replaceChildren(words, make('div', { class: 'board' }, drawn(game, one.at, true)));
  } catch (error) {
    failed(body, error);
  }
}

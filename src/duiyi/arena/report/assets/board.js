// Boards: from the parts of a packed game to SVG. Knows no game and no page.
// `changed` is the twin of duiyi.arena.report.replay.timeline, the strokes are those of duiyi.draw.links.

const LAYERS = ['ground', 'grid', 'tint', 'areas', 'inert', 'links', 'dots', 'pieces', 'labels', 'marks'];
const LABELS = LAYERS.indexOf('labels');
const CORNER = 0.42; // the radius of a bend, in cells
const STEP = 0.11; // how far apart the points of a stroke are, in cells
const BLEED = 7; // how much wider the faint stroke under a link is, in eightieths of a cell

// The list of parts that a change makes of another list.
function changed(before, [gone, came]) {
  const after = before.slice();
  for (let i = gone.length - 2; i >= 0; i -= 2) after.splice(gone[i], gone[i + 1]);
  for (let i = 0; i < came.length; i += 3) {
    const [place, part, count] = came.slice(i, i + 3);
    after.splice(place, 0, ...Array.from({ length: count }, (_, more) => part + more));
  }
  return after;
}

// The course of a game, unfolded: for each position what is shown then.
function unfold(game) {
  let parts = [];
  let size,
    meters = [],
    prompt;
  return game.frames.map((frame) => {
    parts = changed(parts, frame.c);
    size = frame.s ?? size;
    meters = frame.m ?? meters;
    prompt = frame.p ?? prompt;
    return { parts, size, meters, prompt, others: frame.l, mark: frame.x };
  });
}

// What is in each layer of a position; `language` is a number, `still` what never changes.
function layers(game, position, still, language, marked) {
  const others = position.others?.[language - 1];
  const parts = others ? changed(position.parts, others) : position.parts;
  const found = LAYERS.map(() => '');
  const add = (part, wrap) => {
    for (let i = 0; i < part.length; i += 2) {
      const drawn = typeof part[i + 1] === 'string' ? part[i + 1] : link(part[i + 1]);
      found[part[i]] += wrap && part[i] === LABELS ? `<g class="coordinates">${drawn}</g>` : drawn;
    }
  };
  if (still) add(still, true);
  for (const number of parts) add(game.parts[number]);
  if (marked && position.mark !== undefined) add(game.parts[position.mark]);
  return found;
}

// The whole picture.
function picture(boards, game, position, language, label, marked = false) {
  const board = game.board === null ? null : boards[game.board];
  const size = board ? board[0] : position.size;
  const inside = layers(game, position, board && board[1], language, marked).map((layer, at) =>
    layer ? `<g data-layer="${LAYERS[at]}">${layer}</g>` : '',
  );
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.innerHTML = inside.join('');
  return svg;
}

// A link: a ribbon along a rounded way, over a faint one that is wider.
function link([colour, cell, widths, numbers]) {
  const points = [];
  for (let i = 0; i < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  const track = rounded(points, cell);
  const path = (wider, opacity) =>
    `<path d="${ribbon(track, widths, wider)}" fill="${colour}" opacity="${opacity}"/>`;
  return path((BLEED * cell) / 80, 0.16) + path(0, 0.78);
}

function rounded(points, cell) {
  const track = [points[0]];
  for (let i = 1; i < points.length - 1; i += 1) {
    const enter = towards(points[i], points[i - 1], CORNER * cell);
    const leave = towards(points[i], points[i + 1], CORNER * cell);
    straight(track, enter, cell);
    for (let t = 1; t <= 5; t += 1) track.push(curve(enter, points[i], leave, t / 5));
  }
  straight(track, points.at(-1), cell);
  return track;
}

function ribbon(track, widths, wider) {
  const distance = [0];
  for (let i = 1; i < track.length; i += 1) distance.push(distance[i - 1] + apart(track[i - 1], track[i]));
  const left = [],
    right = [];
  track.forEach(([x, y], i) => {
    const before = track[Math.max(i - 1, 0)],
      after = track[Math.min(i + 1, track.length - 1)];
    const dx = after[0] - before[0],
      dy = after[1] - before[1];
    const whole = Math.hypot(dx, dy) || 1;
    const half = (width(widths, distance[i] / (distance.at(-1) || 1)) + wider) / 2;
    const nx = (-dy / whole) * half,
      ny = (dx / whole) * half;
    left.push(`${short(x + nx)} ${short(y + ny)}`);
    right.unshift(`${short(x - nx)} ${short(y - ny)}`);
  });
  return `M${[...left, ...right].join('L')}Z`;
}

function width([start, middle, end], t) {
  if (t < 0.5) return start + (middle - start) * (1 - (1 - 2 * t) ** 2);
  return middle + (end - middle) * (2 * t - 1) ** 2;
}

// Straight on to a point. A straight stroke needs few points, but its width bends.
function straight(track, end, cell) {
  const start = track.at(-1);
  const steps = Math.max(1, Math.round(apart(start, end) / (STEP * cell)));
  for (let step = 1; step <= steps; step += 1) track.push(between(start, end, step / steps));
}

function towards(start, end, distance) {
  const whole = apart(start, end);
  return between(start, end, whole ? Math.min(distance / whole, 0.5) : 0);
}

function curve(a, b, c, t) {
  const u = 1 - t;
  return [0, 1].map((axis) => u * u * a[axis] + 2 * u * t * b[axis] + t * t * c[axis]);
}

const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
const apart = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);
const short = (value) => Number(value.toFixed(2));

"""Measuring what the page shows: boxes of pieces, numbers and controls, in pixels of the screen.

Each measure returns the names of what breaks it, so that an empty list is what one hopes for. What
is asked of which page is in the tests.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from playwright.sync_api import Page

_TOOLS = """
const svg = document.querySelector('svg.board-play');
/** Pixels by which rounding may put something outside. */
const slack = 0.6;
const box = (node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return { left, top, right, bottom };
};
const inside = (one, other, by = slack) =>
  one.left >= other.left - by && one.right <= other.right + by
  && one.top >= other.top - by && one.bottom <= other.bottom + by;
const meet = (one, other, by = slack) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > by
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by;
const written = (one) =>
  `[${[one.left, one.top, one.right, one.bottom].map((n) => n.toFixed(1)).join(' ')}]`;
const pen = document.createElement('canvas').getContext('2d');
/** Where the ink of a text is, without the empty space of its lines. */
const ink = (text) => {
  const style = getComputedStyle(text);
  const size = parseFloat(style.fontSize);
  pen.font = `${style.fontWeight} 100px ${style.fontFamily}`;
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } =
    pen.measureText(text.textContent);
  const { left, right } = text.getBoundingClientRect();
  const base = new DOMPoint(0, Number(text.getAttribute('y'))).matrixTransform(text.getScreenCTM());
  const share = (size / 100) * text.getScreenCTM().a;
  return { left, right, top: base.y - up * share, bottom: base.y + down * share };
};
// The seal lies on the ground: it is an ornament.
const texts = svg ? [...svg.querySelectorAll('[data-layer]:not([data-layer=ground]) text')] : [];
const pixels = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
const piece = (node) => node.closest('[data-site]');
/** What a symbol shows: its shapes, as far as its own box lets one see them. */
const drawn = (use) => {
  const whole = box(use);
  if (use.localName !== 'use') return whole;
  const number = (name) => Number(use.getAttribute(name));
  const corner = (x, y) => new DOMPoint(x, y).matrixTransform(use.getScreenCTM());
  const from = corner(number('x'), number('y'));
  const to = corner(number('x') + number('width'), number('y') + number('height'));
  return {
    left: Math.max(whole.left, from.x), top: Math.max(whole.top, from.y),
    right: Math.min(whole.right, to.x), bottom: Math.min(whole.bottom, to.y),
  };
};
"""


def measured(page: Page, body: str, given: Any = None) -> Any:
    """What JavaScript finds that has the tools above; `given` is what it is given."""
    return page.evaluate(f"(given) => {{ {_TOOLS} {body} }}", given)


def _names(page: Page, body: str, given: Any = None) -> list[str]:
    found: list[str] = measured(page, body, given)
    return found


def overflow(page: Page) -> list[str]:
    """What makes the page wider than the screen."""
    return _names(
        page,
        """const wide = document.documentElement.clientWidth;
        const most = Math.max(document.documentElement.scrollWidth, document.body.scrollWidth);
        if (most <= wide && wide <= window.innerWidth) return [];
        const out = [...document.body.querySelectorAll('*')]
          .filter((node) => node.getBoundingClientRect().right > wide + 1)
          .map((node) => `${node.localName}.${node.getAttribute('class')} ${written(box(node))}`);
        return [`${most} > ${wide}`, ...out.slice(0, 8)];""",
    )


def cell_size(page: Page) -> float:
    """How wide a site is that can be clicked."""
    found: float = measured(
        page,
        """const sizes = [...svg.querySelectorAll('[data-hit]')].map((hit) => box(hit))
          .map(({ left, right }) => right - left);
        return Math.min(...sizes);""",
    )
    return found


def escaped_pieces(page: Page, rise: float = 0.0, sink: float = 0.0) -> list[str]:
    """Pieces that leave their cells; `rise` and `sink` are in cells, for stacks."""
    return _names(
        page,
        """const found = [];
        for (const group of svg.querySelectorAll('[data-layer] > [data-site]')) {
          if (group.parentNode.dataset.layer === 'labels') continue;
          const site = group.dataset.site;
          const hit = svg.querySelector(`[data-hit="${CSS.escape(site)}"]`);
          if (!hit) { found.push(`${site} has no cell`); continue; }
          // What a seat holds lies beside the trays, where there is room.
          if (/-letter$/.test(group.querySelector('[data-glyph]')?.dataset.glyph ?? '')) continue;
          const cell = box(hit);
          const high = cell.bottom - cell.top;
          const many = group.querySelectorAll('use').length > 2;
          if (many) { cell.top -= given.rise * high; cell.bottom += given.sink * high; }
          for (const part of group.children) {
            if (/shadow/.test(part.dataset.glyph ?? '')) continue;
            const at = drawn(part);
            if (!inside(at, cell)) {
              const name = part.dataset.glyph ?? part.localName;
              found.push(`${site} ${name} ${written(at)} in ${written(cell)}`);
            }
          }
        }
        return found;""",
        {"rise": rise, "sink": sink},
    )


def escaped_numbers(page: Page) -> list[str]:
    """Texts of the board that leave the picture, or the tag, stone or tray that they belong to."""
    return _names(
        page,
        """const frame = box(document.querySelector('.board-frame'));
        const trays = [...svg.querySelectorAll('[data-tray]')].map((tray) => box(tray));
        const found = [];
        const check = (text, at, home, name) => {
          if (inside(at, home)) return;
          found.push(`${text.textContent} ${written(at)} leaves its ${name} ${written(home)}`);
        };
        for (const text of texts) {
          const at = ink(text);
          check(text, at, frame, 'picture');
          const tag = text.previousElementSibling;
          const of = piece(text);
          if (of && tag?.localName === 'rect') check(text, at, box(tag), 'tag');
          else if (of) {
            const twin = svg.querySelector(
              `[data-layer=pieces] > [data-site="${CSS.escape(of.dataset.site)}"]`);
            const crown = [...(twin?.children ?? [])].findLast((one) => one.localName === 'use');
            if (crown && !trays.length) check(text, at, drawn(crown), 'stone');
          }
          const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2];
          const tray = trays.find((one) => inside({ left: x, right: x, top: y, bottom: y }, one));
          if (tray) check(text, at, tray, 'tray');
        }
        return found;""",
    )


def colliding_texts(page: Page) -> list[str]:
    """Texts of the board that lie upon each other."""
    return _names(
        page,
        """const all = texts.map((text) => ({ text, at: ink(text) }));
        const found = [];
        all.forEach((one, index) => {
          for (const other of all.slice(index + 1)) {
            if (meet(one.at, other.at)) {
              found.push(`${one.text.textContent} ${written(one.at)} and `
                + `${other.text.textContent} ${written(other.at)}`);
            }
          }
        });
        return found;""",
    )


def numbers_on_pieces(page: Page) -> list[str]:
    """Numbers that lie on a piece that they do not belong to."""
    return _names(
        page,
        """const stones = [...svg.querySelectorAll('[data-layer=pieces] > [data-site]')];
        const found = [];
        for (const text of texts) {
          const own = piece(text)?.dataset.site;
          const at = ink(text);
          for (const stone of stones) {
            if (stone.dataset.site === own) continue;
            const on = [...stone.children].map(drawn).find((part) => meet(at, part));
            if (on) found.push(`${text.textContent} ${written(at)} on ${stone.dataset.site}`);
          }
        }
        return found;""",
    )


def small_texts(page: Page, coordinates: Collection[str]) -> list[str]:
    """Texts of the board under 12 pixels; coordinates may have 11."""
    return _names(
        page,
        """return texts.filter((text) => {
          const outside = !piece(text) && given.includes(text.textContent);
          return pixels(text) < (outside ? 11 : 12) - 0.05;
        }).map((text) => `${text.textContent} ${pixels(text).toFixed(2)}`);""",
        list(coordinates),
    )


def rich_parts(page: Page) -> list[str]:
    """Gloss, shadow and dashes on the board."""
    return _names(
        page,
        """const found = [];
        const layers = svg.querySelectorAll('[data-layer]:not([data-layer=ground]) *');
        for (const node of layers) {
          const name = `${node.closest('[data-layer]').dataset.layer} ${node.localName}`;
          if (node.hasAttribute('stroke-dasharray')) found.push(`${name} has dashes`);
          if (/^url|--shadow/.test(node.getAttribute('fill') ?? '')) found.push(`${name} shines`);
          const href = node.getAttribute('href');
          if (href === null) continue;
          const symbol = document.getElementById(href.slice(1));
          for (const part of symbol?.querySelectorAll('*') ?? []) {
            const rich = part.hasAttribute('stroke-dasharray')
              || /^url|--shadow/.test(part.getAttribute('fill') ?? '');
            if (rich) found.push(`${href} ${part.outerHTML.slice(0, 60)}`);
          }
        }
        return found;""",
    )


def clipped_figures(page: Page) -> list[str]:
    """Numbers in the page, outside of the board, that something cuts off."""
    return _names(
        page,
        """const found = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode;
          const parent = node.parentElement;
          if (!/[0-9]/.test(node.data) || parent.closest('svg, .visually-hidden, script')) continue;
          const range = document.createRange();
          range.selectNodeContents(node);
          const at = range.getBoundingClientRect();
          if (!at.width) continue;
          for (let home = parent; home && home !== document.body; home = home.parentElement) {
            const style = getComputedStyle(home);
            if (style.position === 'fixed') break;
            const room = box(home);
            // What does not begin inside is left out as a whole.
            const clips = style.overflowY !== 'visible';
            if (clips && (at.top >= room.bottom - 1 || at.bottom <= room.top + 1)) break;
            const across = ['hidden', 'clip'].includes(style.overflowX)
              && (at.left < room.left - 1 || at.right > room.right + 1);
            const down = ['hidden', 'clip'].includes(style.overflowY)
              && (at.top < room.top - 1 || at.bottom > room.bottom + 1);
            if (across || down) {
              found.push(`${node.data.trim()} in ${home.localName}.${home.getAttribute('class')}`);
            }
          }
        }
        return found;""",
    )


def small_targets(page: Page, least: float, row: float = 28) -> list[str]:
    """Controls that are smaller than fingers and mice need; `row` is for rows of lists."""
    return _names(
        page,
        """const found = [];
        const controls = 'a[href], button, select, textarea, summary, input, [role=button]';
        for (const node of document.querySelectorAll(controls)) {
          if (node.closest('svg, .visually-hidden, .skip-link')) continue;
          if (!node.checkVisibility()) continue;
          const open = document.querySelector('dialog[open]');
          if (open && !open.contains(node)) continue;
          const inLabel = node.matches('input') && node.closest('label');
          const at = (inLabel || node).getBoundingClientRect();
          const style = getComputedStyle(node);
          if (!at.width || style.pointerEvents === 'none') continue;
          // A link within a sentence is as high as its line.
          if (node.matches('p a, li a') && style.display === 'inline') continue;
          const listed = node.matches('[data-at], [role=option]');
          const [wide, high] = [listed ? given.row : given.least, listed ? given.row : given.least];
          if (at.width < wide - 0.6 || at.height < high - 0.6) {
            const name = (node.getAttribute('aria-label') || node.textContent || '').trim();
            const size = `${at.width.toFixed(1)}x${at.height.toFixed(1)}`;
            found.push(`${node.localName}.${node.className} "${name.slice(0, 30)}" ${size}`);
          }
        }
        return found;""",
        {"least": least, "row": row},
    )


def sealed_controls(page: Page) -> list[str]:
    """Visible controls that are filled with the seal colour."""
    return _names(
        page,
        """const probe = document.createElement('i');
        probe.style.setProperty('color', 'var(--seal)');
        document.body.append(probe);
        const seal = getComputedStyle(probe).color;
        probe.remove();
        return [...document.querySelectorAll('a, button, input, label')]
          .filter((node) => node.checkVisibility()
            && getComputedStyle(node).backgroundColor === seal)
          .map((node) => node.textContent.trim());""",
    )


def seal_on_sites(page: Page) -> list[str]:
    """Elements of the board in the seal colour that meet a site."""
    return _names(
        page,
        """const probe = document.createElement('i');
        probe.style.setProperty('color', 'var(--seal)');
        document.body.append(probe);
        const seal = getComputedStyle(probe).color;
        probe.remove();
        const hits = [...svg.querySelectorAll('[data-hit]')];
        const sites = hits.map((hit) => [hit.dataset.hit, box(hit)]);
        const found = [];
        for (const node of svg.querySelectorAll('*')) {
          const style = getComputedStyle(node);
          if (![style.fill, style.stroke, style.color].includes(seal)) continue;
          const here = box(node);
          for (const [site, at] of sites) {
            if (meet(here, at)) found.push(`${node.localName} ${written(here)} on ${site}`);
          }
        }
        return found;""",
    )


def texts_outside(page: Page) -> list[str]:
    """Texts of the page, outside of the board, that are not wholly in the viewport."""
    return _names(
        page,
        """const shown = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        const found = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const { parentElement: parent, textContent } = walker.currentNode;
          if (!textContent.trim() || !parent.checkVisibility()) continue;
          if (parent.closest('svg, .visually-hidden, .skip-link')) continue;
          const range = document.createRange();
          range.selectNodeContents(walker.currentNode);
          const here = box(range);
          if (inside(here, shown)) continue;
          found.push(`${textContent.trim().slice(0, 30)} ${written(here)}`);
        }
        return found;""",
    )


def scrolling(page: Page, selector: str) -> list[str]:
    """Which of these boxes hold more than they show."""
    return _names(
        page,
        """return [...document.querySelectorAll(given)]
          .filter((one) => one.scrollHeight > one.clientHeight + 1)
          .map((one) => `${one.className} ${one.scrollHeight} in ${one.clientHeight}`);""",
        selector,
    )

"""What moves on the page: every animation that is started, with its times, as the browser knows it.

A page that has been told `watch` keeps a list from its first script on; nothing of the page itself
is changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

_SCRIPT = """
window.motions = [];
const start = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const animation = start.call(this, frames, timing);
  const { delay, duration, easing, iterations } = animation.effect.getTiming();
  const keyframes = animation.effect.getKeyframes();
  const known = ['offset', 'computedOffset', 'easing', 'composite'];
  const changing = new Set(keyframes.flatMap((frame) =>
    Object.keys(frame).filter((name) => !known.includes(name)
      && new Set(keyframes.map((one) => one[name])).size > 1)));
  const scale = this.ownerSVGElement?.getScreenCTM().a ?? 1;
  const motion = {
    tag: this.localName, overlay: this.closest('.motion') !== null && !this.matches('.motion'),
    pause: this.matches('.motion'), site: this.dataset.site ?? '', at: performance.now(),
    tray: this.dataset.tray ?? '', life: this.dataset.life ?? '',
    delay, duration, easing, iterations, changing: [...changing], scale,
    frames: keyframes.map((frame) => frame.transform ?? ''),
    ended: null, cancelled: false,
  };
  window.motions.push(motion);
  animation.finished.then(
    () => { motion.ended = performance.now(); },
    () => { motion.cancelled = true; },
  );
  return animation;
};
"""


@dataclass(frozen=True)
class Motion:
    """An animation that was started; times are in milliseconds."""

    tag: str
    overlay: bool
    """On something that is there for the motion only."""
    pause: bool
    """Nothing moves: it is the time until the next step."""
    site: str
    tray: str
    life: str
    at: float
    delay: float
    duration: float
    easing: str
    iterations: float
    changing: tuple[str, ...]
    """The properties that do not stay the same."""
    scale: float
    """Pixels per unit of the picture."""
    frames: tuple[str, ...]
    """How it is moved, frame by frame."""
    ended: float | None
    cancelled: bool

    @property
    def end(self) -> float:
        """After how much time it is over."""
        return self.delay + self.duration


def watch(page: Page) -> None:
    """From the next address on."""
    page.add_init_script(_SCRIPT)


def motions(page: Page) -> list[Motion]:
    """What has been started since `forget`."""
    found: list[dict[str, Any]] = page.evaluate("window.motions")
    return [
        Motion(**{**one, "changing": tuple(one["changing"]), "frames": tuple(one["frames"])})
        for one in found
    ]


def forget(page: Page) -> None:
    page.evaluate("window.motions.length = 0")


def at_rest(page: Page, milliseconds: int) -> None:
    """Until so much time has passed since the board reported that it rests."""
    page.wait_for_function(
        """(milliseconds) => {
          const table = document.querySelector('[data-table-status]');
          if (table?.dataset.tableBusy !== 'false') window.restSince = null;
          else window.restSince ??= performance.now();
          return window.restSince !== null && performance.now() - window.restSince >= milliseconds;
        }""",
        arg=milliseconds,
    )

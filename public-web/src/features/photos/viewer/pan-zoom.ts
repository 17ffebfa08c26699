import { followGestures } from './gestures.ts';
import { MIDDLE, moveBy, stepFrom, toggled, WHOLE, within, zoomAt, type Frame, type Point, type View } from './zoom.ts';

/** CSS pixels a millisecond below which a picture that glides stands still. */
const STILL = 0.02;
/** Milliseconds in which a picture that glides loses most of its speed. */
const GLIDE = 160;

/** What is known of a picture on its stage. */
export interface Shown {
  zoom: number;
  /** CSS pixels of its width at a zoom of 1. */
  width: number;
}

/**
 * A picture that is zoomed and moved over its stage, straight in the document: a move of a finger renders nothing.
 *
 * All that it needs of the outside is told in the constructor; `stop` gives everything back.
 */
export class PanZoom {
  private view: View = WHOLE;
  private pinchedFrom = 1;
  private gliding = 0;
  private readonly unfollow: () => void;
  private readonly sizes: ResizeObserver | undefined;

  constructor(
    private readonly stage: HTMLElement,
    private readonly picture: HTMLElement,
    private readonly onChange: (shown: Shown) => void,
  ) {
    this.unfollow = followGestures(stage, {
      hold: () => this.hold(),
      drag: (by) => this.show(moveBy(this.view, by, this.frame()), false),
      release: (velocity) => this.glide(velocity),
      pinchStart: () => (this.pinchedFrom = this.view.zoom),
      pinch: (spread, at) => this.show(zoomAt(this.view, this.pinchedFrom * spread, at, this.frame()), false),
      doubleTap: (at) => this.show(toggled(this.view, at, this.frame())),
      wheelStep: (direction, at) => this.step(direction, at),
      wheelPinch: (growth, at) => this.show(zoomAt(this.view, this.view.zoom * growth, at, this.frame()), false),
    });
    if (typeof ResizeObserver === 'function') {
      this.sizes = new ResizeObserver(() => this.show(within(this.view, this.frame()), false));
      this.sizes.observe(stage);
    }
  }

  stop() {
    this.hold();
    this.unfollow();
    this.sizes?.disconnect();
  }

  /** Zooms by one step, in (1) or out (-1). */
  step(direction: 1 | -1, at: Point = MIDDLE) {
    this.hold();
    this.show(zoomAt(this.view, stepFrom(this.view.zoom, direction), at, this.frame()));
  }

  /** Shows the whole picture in its place. */
  reset({ smooth = true } = {}) {
    this.hold();
    this.show(WHOLE, smooth);
  }

  private hold() {
    cancelAnimationFrame(this.gliding);
  }

  /** Lets a picture go on that was let go in motion. */
  private glide(velocity: Point) {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let { x, y } = velocity;
    let before = performance.now();
    const onFrame = (now: number) => {
      const time = Math.max(0, now - before);
      before = now;
      const { x: oldX, y: oldY } = this.view;
      this.show(moveBy(this.view, { x: x * time, y: y * time }, this.frame()), false);
      const isStopped = time > 0 && this.view.x === oldX && this.view.y === oldY;
      x *= Math.exp(-time / GLIDE);
      y *= Math.exp(-time / GLIDE);
      if (!isStopped && Math.hypot(x, y) > STILL) this.gliding = requestAnimationFrame(onFrame);
    };
    if (Math.hypot(x, y) > STILL) this.gliding = requestAnimationFrame(onFrame);
  }

  private frame(): Frame {
    const { stage, picture } = this;
    const { paddingBlockStart, paddingBlockEnd } = getComputedStyle(stage);
    return {
      stage: {
        width: stage.clientWidth,
        height: stage.clientHeight - parseFloat(paddingBlockStart || '0') - parseFloat(paddingBlockEnd || '0'),
      },
      picture: { width: picture.offsetWidth, height: picture.offsetHeight },
    };
  }

  private show(view: View, smooth = true) {
    this.view = view;
    this.picture.style.transition = smooth ? '' : 'none';
    this.picture.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`;
    this.onChange({ zoom: view.zoom, width: this.picture.offsetWidth });
  }
}

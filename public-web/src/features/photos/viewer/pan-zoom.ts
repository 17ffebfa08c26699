import { listenToGestures } from './gestures.ts';
import { MIDDLE, moveBy, stepFrom, toggled, WHOLE, within, zoomAt, type Frame, type Point, type View } from './zoom.ts';

/** Speed in CSS pixels per millisecond at which a glide ends. */
const MIN_SPEED = 0.02;
/** Time constant of a glide in milliseconds. */
const GLIDE_TIME = 160;

export interface Shown {
  zoom: number;
  /** CSS pixels at a zoom of 1. */
  width: number;
}

/** Zooms and pans a picture over its stage by its `transform`, without rendering. */
export class PanZoom {
  private view: View = WHOLE;
  private zoomAtPinchStart = 1;
  private glideFrame = 0;
  private readonly removeListeners: () => void;
  private readonly sizes = new ResizeObserver(() => this.show(within(this.view, this.frame()), false));

  constructor(
    private readonly stage: HTMLElement,
    private readonly picture: HTMLElement,
    private readonly onChange: (shown: Shown) => void,
  ) {
    this.removeListeners = listenToGestures(stage, {
      hold: () => this.hold(),
      drag: (by) => this.show(moveBy(this.view, by, this.frame()), false),
      release: (velocity) => this.glide(velocity),
      pinchStart: () => (this.zoomAtPinchStart = this.view.zoom),
      pinch: (spread, at) => this.show(zoomAt(this.view, this.zoomAtPinchStart * spread, at, this.frame()), false),
      doubleTap: (at) => this.show(toggled(this.view, at, this.frame())),
      wheelStep: (direction, at) => this.step(direction, at),
      wheelPinch: (growth, at) => this.show(zoomAt(this.view, this.view.zoom * growth, at, this.frame()), false),
    });
    this.sizes.observe(stage);
  }

  stop() {
    this.hold();
    this.removeListeners();
    this.sizes.disconnect();
  }

  /** Zooms by one step, in (1) or out (-1). */
  step(direction: 1 | -1, at: Point = MIDDLE) {
    this.hold();
    this.show(zoomAt(this.view, stepFrom(this.view.zoom, direction), at, this.frame()));
  }

  /** Shows the whole picture. */
  reset({ smooth = true } = {}) {
    this.hold();
    this.show(WHOLE, smooth);
  }

  private hold() {
    cancelAnimationFrame(this.glideFrame);
  }

  /** Continues the motion of a released picture. */
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
      x *= Math.exp(-time / GLIDE_TIME);
      y *= Math.exp(-time / GLIDE_TIME);
      if (!isStopped && Math.hypot(x, y) > MIN_SPEED) this.glideFrame = requestAnimationFrame(onFrame);
    };
    if (Math.hypot(x, y) > MIN_SPEED) this.glideFrame = requestAnimationFrame(onFrame);
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

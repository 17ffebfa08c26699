import { listenToGestures } from './gestures.ts';
import { closes, directionOf, dropOf, turnOf, type Side } from './swipe.ts';
import {
  elastic,
  glide,
  MIDDLE,
  moveBy,
  percentOf,
  resisted,
  scaleAt,
  stepFrom,
  toggled,
  WHOLE,
  within,
  zoomAt,
  type Frame,
  type Point,
  type View,
} from './zoom.ts';

/** Milliseconds of a turn and of a picture's way back; the same as in viewer.module.css. */
const SETTLE_MS = 280;
/** CSS pixels of a movement across on a touchpad that turns, and milliseconds of rest before the next one. */
const WHEEL_TURN = { across: 60, rest: 150 };

export interface Shown {
  zoom: number;
  /** CSS pixels at a zoom of 1. */
  width: number;
}

export interface MotionHandlers {
  onChange(shown: Shown): void;
  canTurn(side: Side): boolean;
  /** Renders the neighbour before it returns. */
  onTurn(side: Side): void;
  /** The picture was dragged down. */
  onDismiss(): void;
  onTap(tap: { isOnPicture: boolean; isTouch: boolean }): void;
}

/** What a finger does since it was set down; `start` until its direction is clear. */
type Mode = 'start' | 'pan' | 'pinch' | 'across' | 'down' | 'up';

/** Zoom, pan, swipe and dismissal on the stage, by styles alone, without rendering. */
export class StageMotion {
  private picture: HTMLElement | null = null;
  private view: View = WHOLE;
  private mode: Mode = 'start';
  /** At the start of a drag or pinch. */
  private viewBefore: View = WHOLE;
  private pinchedAt: Point = MIDDLE;
  private dragged: Point = MIDDLE;
  private pending: { turn: () => void; timer: ReturnType<typeof setTimeout> } | undefined;
  private wheeled = 0;
  private wheelTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly removeListeners: () => void;
  private readonly sizes = new ResizeObserver(() => this.show(within(this.view, this.frame()), false));

  /**
   * @param frame the stage with its controls
   * @param track holds the photo and its neighbours, and moves across
   * @param backdrop behind the track; it fades while the picture is dragged down
   * @param on ref of the latest handlers
   */
  constructor(
    frame: HTMLElement,
    private readonly stage: HTMLElement,
    private readonly track: HTMLElement,
    private readonly backdrop: HTMLElement,
    private readonly on: { readonly current: MotionHandlers },
  ) {
    this.removeListeners = listenToGestures(stage, frame, {
      hold: () => this.hold(),
      drag: (by) => this.drag(by),
      release: (velocity) => this.release(velocity),
      pinchStart: (at) => {
        this.putBack(false);
        this.mode = 'pinch';
        this.pinchedAt = at;
      },
      pinch: (spread, at) => {
        const pinched = scaleAt(this.viewBefore, this.viewBefore.zoom * spread, this.pinchedAt, at);
        this.show(elastic(pinched, this.frame()), false);
      },
      tap: (at, isTouch) => on.current.onTap({ isOnPicture: this.isOnPicture(at), isTouch }),
      doubleTap: (at) => this.show(toggled(this.view, at, this.frame())),
      wheelStep: (direction, at) => this.step(direction, at),
      wheelPan: (by) => {
        if (this.isZoomed) this.show(moveBy(this.view, by, this.frame()), false);
        else this.wheelAcross(by.x);
      },
      wheelPinch: (growth, at) => this.show(zoomAt(this.view, this.view.zoom * growth, at, this.frame()), false),
    });
    this.sizes.observe(stage);
  }

  stop() {
    clearTimeout(this.pending?.timer);
    this.removeListeners();
    this.sizes.disconnect();
  }

  /** Whether arrow keys pan instead of turning. */
  get isZoomed(): boolean {
    return percentOf(this.view.zoom) > 100;
  }

  /** Whether a gesture or turn moves the picture. */
  get isMoving(): boolean {
    return this.mode !== 'start' || this.pending !== undefined;
  }

  /** Shows another photo: as a whole, in the middle. */
  present(picture: HTMLElement) {
    clearTimeout(this.pending?.timer);
    this.pending = undefined;
    if (this.picture && this.picture !== picture) this.picture.style.transform = '';
    this.picture = picture;
    this.putBack(false);
    this.show(WHOLE, false);
  }

  /** Shows a neighbour, which moves in. With reduced motion, the styles crossfade instead. */
  turn(side: Side) {
    this.hold();
    if (!this.on.current.canTurn(side)) {
      this.putBack();
      return;
    }
    const turn = () => {
      this.pending = undefined;
      this.on.current.onTurn(side);
      this.slide(0, false);
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      turn();
      return;
    }
    const gap = parseFloat(getComputedStyle(this.track).columnGap) || 0;
    this.slide((this.stage.clientWidth + gap) * (side === 'next' ? -1 : 1));
    this.pending = { turn, timer: setTimeout(turn, SETTLE_MS) };
  }

  /** Zooms by one step, in (1) or out (-1). */
  step(direction: 1 | -1, at: Point = MIDDLE) {
    this.show(zoomAt(this.view, stepFrom(this.view.zoom, direction), at, this.frame()));
  }

  /** Moves the view by a share of the stage. */
  pan(across: number, down: number) {
    const { stage } = this.frame();
    this.show(moveBy(this.view, { x: -across * stage.width, y: -down * stage.height }, this.frame()));
  }

  /** Shows the whole picture. */
  reset() {
    this.show(WHOLE);
  }

  /** Turns once for each movement across, however long its momentum sends events. */
  private wheelAcross(by: number) {
    clearTimeout(this.wheelTimer);
    this.wheelTimer = setTimeout(() => (this.wheeled = 0), WHEEL_TURN.rest);
    const before = Math.abs(this.wheeled);
    this.wheeled += by;
    if (before >= WHEEL_TURN.across || Math.abs(this.wheeled) < WHEEL_TURN.across) return;
    this.turn(this.wheeled < 0 ? 'next' : 'previous');
  }

  /** Start of a gesture or turn: a turn under way ends at once. */
  private hold() {
    clearTimeout(this.pending?.timer);
    this.pending?.turn();
    this.mode = 'start';
    this.viewBefore = { ...this.view, ...this.glidingAt() };
  }

  /** Position of a picture that still glides. */
  private glidingAt(): Point | undefined {
    if (!this.picture?.getAnimations?.().length) return undefined;
    const { a: zoom, e: x, f: y } = new DOMMatrix(getComputedStyle(this.picture).transform);
    return Math.abs(zoom - this.view.zoom) < 0.01 ? { x, y } : undefined;
  }

  private drag(by: Point) {
    if (this.mode === 'start') this.mode = this.isZoomed ? 'pan' : (directionOf(by) ?? 'start');
    this.dragged = by;
    if (this.mode === 'pan') {
      const { zoom, x, y } = this.viewBefore;
      this.show(elastic({ zoom, x: x + by.x, y: y + by.y }, this.frame()), false);
    } else if (this.mode === 'across') {
      this.slide(this.on.current.canTurn(by.x < 0 ? 'next' : 'previous') ? by.x : resisted(by.x), false);
    } else if (this.mode === 'down') {
      const { scale, opacity } = dropOf(by.y, this.stage.clientHeight);
      this.place({ zoom: this.view.zoom * scale, x: by.x, y: Math.max(by.y, resisted(by.y)) }, false);
      this.backdrop.style.opacity = String(opacity);
      // Hides the controls.
      this.stage.dataset['dropped'] = '';
    }
  }

  private release(velocity: Point) {
    const { mode, dragged, stage } = this;
    this.mode = 'start';
    if (mode === 'across') {
      const side = turnOf(dragged.x, velocity.x, stage.clientWidth);
      if (side) this.turn(side);
      else this.slide(0);
    } else if (mode === 'down' && closes(dragged.y, velocity.y, stage.clientHeight)) {
      this.on.current.onDismiss();
    } else if (mode === 'down') {
      this.putBack();
    } else if (mode === 'pan' || mode === 'pinch') {
      const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
      this.show(glide(this.view, isReduced || mode === 'pinch' ? MIDDLE : velocity, this.frame()));
    }
  }

  /** Undoes a drag across or down. */
  private putBack(isSmooth = true) {
    this.slide(0, isSmooth);
    this.place(this.view, isSmooth);
    this.backdrop.style.opacity = '';
    delete this.stage.dataset['dropped'];
  }

  private isOnPicture({ x, y }: Point): boolean {
    const { picture } = this.frame();
    const { zoom, ...middle } = this.view;
    return Math.abs(x - middle.x) * 2 <= picture.width * zoom && Math.abs(y - middle.y) * 2 <= picture.height * zoom;
  }

  private frame(): Frame {
    const { stage, picture } = this;
    return {
      stage: { width: stage.clientWidth, height: stage.clientHeight },
      picture: { width: picture?.offsetWidth ?? 0, height: picture?.offsetHeight ?? 0 },
    };
  }

  private show(view: View, isSmooth = true) {
    this.view = view;
    this.place(view, isSmooth);
    this.on.current.onChange({ zoom: view.zoom, width: this.picture?.offsetWidth ?? 0 });
  }

  private place({ zoom, x, y }: View, isSmooth: boolean) {
    if (!this.picture) return;
    this.picture.style.transition = isSmooth ? '' : 'none';
    this.picture.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
  }

  /** Moves the track across. */
  private slide(by: number, isSmooth = true) {
    this.track.style.transition = isSmooth ? '' : 'none';
    this.track.style.transform = by ? `translateX(${by}px)` : '';
  }
}

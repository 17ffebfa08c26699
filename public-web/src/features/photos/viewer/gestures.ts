import type { Point } from './zoom.ts';

/** Handlers of fingers, mouse and wheel. Points are CSS pixels from the centre of the stage. */
interface Gestures {
  /** Ends an animation. */
  hold(): void;
  /** @param by movement since the finger was set down */
  drag(by: Point): void;
  /** The last finger is lifted. @param velocity CSS pixels per millisecond */
  release(velocity: Point): void;
  /** @param at point between the fingers */
  pinchStart(at: Point): void;
  /** @param spread distance of the fingers, relative to the start */
  pinch(spread: number, at: Point): void;
  /** A click of the mouse, or a tap that no second one follows. */
  tap(at: Point, isTouch: boolean): void;
  doubleTap(at: Point): void;
  wheelStep(direction: 1 | -1, at: Point): void;
  /** Two fingers move across on a touchpad. */
  wheelPan(by: Point): void;
  /** Pinch on a touchpad, which browsers report as a wheel. */
  wheelPinch(growth: number, at: Point): void;
}

/** Milliseconds of a tap, except by mouse, and between two; CSS pixels that one moves, and that two are apart. */
const TAP = { time: 350, moved: 10, apart: 36 };
/** Milliseconds over which the speed of a finger is measured. */
const SPEED_WINDOW = 80;
/** CSS pixels of wheel movement per zoom step: a notch has about 100, a touchpad's event a few. */
const WHEEL_STEP = 50;
/** CSS pixels per line, Firefox's unit of a wheel. */
const LINE_HEIGHT = 34;

const SAFARI_EVENTS = ['gesturestart', 'gesturechange', 'gestureend'];

/** Parts that scroll or select text by themselves. */
const OWN = 'input, [data-scrolls]';
const isOwn = ({ target }: Event) => (target as Element).closest(OWN) !== null;

/** Safari's event; `scale` is relative to the start. */
interface GestureEvent extends MouseEvent {
  scale: number;
}

interface Moment extends Point {
  time: number;
}

/**
 * Recognizes gestures; the mouse counts as a finger.
 *
 * @param area the stage with the controls over it, on which a drag may start, but no tap
 * @returns a function that removes the listeners
 */
export function listenToGestures(stage: HTMLElement, area: HTMLElement, on: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let trail: Moment[] = [];
  /** Of the drag by one finger. */
  let start: Moment | undefined;
  let isTap = false;
  let lastTap: Moment | undefined;
  let tapTimer: ReturnType<typeof setTimeout> | undefined;
  let spreadAtStart = 0;
  let wheeled = 0;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    // Of a stage that is scaled down in a pinch-zoomed page.
    const scale = stage.clientWidth / width || 1;
    return { x: (clientX - left - width / 2) * scale, y: (clientY - top - height / 2) * scale };
  };
  const pair = () => [...fingers.values()] as [Point, Point];
  const spread = ([one, other]: [Point, Point]) => Math.max(1, distance(one, other));
  const between = ([one, other]: [Point, Point]) => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

  const down = (event: PointerEvent) => {
    // Control and a click open the menu of macOS, which takes the end of the drag.
    if (event.button !== 0 || event.ctrlKey || fingers.size === 2 || isOwn(event)) return;
    clearTimeout(tapTimer);
    on.hold();
    const point = pointOf(event);
    fingers.set(event.pointerId, point);
    isTap = fingers.size === 1 && stage.contains(event.target as Node);
    start = { ...point, time: event.timeStamp };
    trail = [];
    if (fingers.size < 2) return;
    spreadAtStart = spread(pair());
    on.pinchStart(between(pair()));
  };

  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return;
    const point = pointOf(event);
    fingers.set(event.pointerId, point);
    if (fingers.size === 2) {
      on.pinch(spread(pair()) / spreadAtStart, between(pair()));
      return;
    }
    trail.push({ ...point, time: event.timeStamp });
    if (!start) return;
    if (distance(start, point) >= TAP.moved) isTap = false;
    on.drag({ x: point.x - start.x, y: point.y - start.y });
  };

  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    // The other finger of a pinch does not drag.
    if (fingers.size > 0) {
      start = undefined;
      return;
    }
    const end = { ...pointOf(event), time: event.timeStamp };
    const isMouse = event.pointerType === 'mouse';
    const isShort = start && (isMouse || end.time - start.time < TAP.time) && distance(start, end) < TAP.moved;
    const isCanceled = event.type === 'pointercancel';
    // The system has taken the finger, as for a swipe from the edge of the screen.
    if (isCanceled && start) on.drag(STILL);
    on.release(isCanceled ? STILL : speedOf(trail, end));
    if (!isTap || !isShort || isCanceled) {
      lastTap = undefined;
    } else if (lastTap && start && start.time - lastTap.time < TAP.time && distance(lastTap, end) < TAP.apart) {
      lastTap = undefined;
      on.doubleTap(end);
    } else {
      lastTap = end;
      if (isMouse) on.tap(end, false);
      else tapTimer = setTimeout(() => on.tap(end, true), TAP.time);
    }
  };

  const wheel = (event: WheelEvent) => {
    if (!event.ctrlKey && isOwn(event)) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_HEIGHT;
    const [across, delta] = [event.deltaX * unit, event.deltaY * unit];
    if (event.ctrlKey) on.wheelPinch(Math.exp(Math.max(-25, Math.min(25, -delta)) / 100), pointOf(event));
    else if (Math.abs(across) > Math.abs(delta)) on.wheelPan({ x: -across, y: -delta });
    else if (delta) {
      wheeled = Math.sign(wheeled) === Math.sign(delta) ? wheeled + delta : delta;
      if (Math.abs(wheeled) < WHEEL_STEP) return;
      wheeled = 0;
      on.wheelStep(delta < 0 ? 1 : -1, pointOf(event));
    }
  };

  // Safari sends these for a pinch on a touchpad, and also for fingers.
  const gesture = (event: Event) => {
    event.preventDefault();
    if (fingers.size > 0) return;
    const { type, scale } = event as GestureEvent;
    if (type === 'gesturestart') {
      on.hold();
      on.pinchStart(pointOf(event as GestureEvent));
    } else if (type === 'gesturechange') on.pinch(scale, pointOf(event as GestureEvent));
    else on.release(STILL);
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  area.addEventListener('pointerdown', down, { signal });
  for (const type of SAFARI_EVENTS) area.addEventListener(type, gesture, { signal });
  area.addEventListener('wheel', wheel, { passive: false, signal });
  window.addEventListener('pointermove', move, { signal });
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, up, { signal });
  return () => {
    clearTimeout(tapTimer);
    listeners.abort();
  };
}

const STILL: Point = { x: 0, y: 0 };

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** Speed of a finger at release; zero if it had stopped. */
function speedOf(trail: Moment[], end: Moment): Point {
  const first = trail.find(({ time }) => end.time - time < SPEED_WINDOW);
  const time = first ? end.time - first.time : 0;
  return first && time > 0 ? { x: (end.x - first.x) / time, y: (end.y - first.y) / time } : STILL;
}

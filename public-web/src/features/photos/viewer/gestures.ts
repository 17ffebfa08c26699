import type { Point } from './zoom.ts';

/** Handlers of fingers, mouse and wheel. Points are CSS pixels from the centre of the stage. */
interface Gestures {
  /** Stops a glide. */
  hold(): void;
  drag(by: Point): void;
  /** @param velocity CSS pixels per millisecond */
  release(velocity: Point): void;
  pinchStart(): void;
  /** @param spread distance of the fingers, relative to the start */
  pinch(spread: number, at: Point): void;
  doubleTap(at: Point): void;
  wheelStep(direction: 1 | -1, at: Point): void;
  /** Pinch on a touchpad, which browsers report as a wheel. */
  wheelPinch(growth: number, at: Point): void;
}

/** Limits of a tap and of a double tap: milliseconds, CSS pixels moved, CSS pixels apart. */
const TAP = { time: 350, moved: 10, apart: 36 };
/** Milliseconds over which the speed of a finger is measured. */
const SPEED_WINDOW = 80;
/** CSS pixels of wheel movement per zoom step: a notch has about 100, a touchpad's event a few. */
const WHEEL_STEP = 50;
/** CSS pixels per line, Firefox's unit of a wheel. */
const LINE_HEIGHT = 34;

const GESTURES = ['gesturestart', 'gesturechange', 'gestureend'];

/** Safari's event; `scale` is relative to the start. */
interface GestureEvent extends MouseEvent {
  scale: number;
}

interface Moment extends Point {
  time: number;
}

/** Recognizes gestures on a stage; the mouse counts as a finger. Returns a function that removes the listeners. */
export function listenToGestures(stage: HTMLElement, on: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let trail: Moment[] = [];
  let start: Moment | undefined;
  let lastTap: Moment | undefined;
  let spreadAtStart = 0;
  let wheeled = 0;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const pair = () => [...fingers.values()] as [Point, Point];
  const spread = ([one, other]: [Point, Point]) => Math.max(1, distance(one, other));

  const down = (event: PointerEvent) => {
    if (event.button !== 0 || fingers.size === 2) return;
    on.hold();
    const point = pointOf(event);
    fingers.set(event.pointerId, point);
    // A tap has one finger only.
    start = fingers.size === 1 ? { ...point, time: event.timeStamp } : undefined;
    trail = [];
    if (fingers.size === 2) {
      spreadAtStart = spread(pair());
      on.pinchStart();
    }
  };

  const move = (event: PointerEvent) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const point = pointOf(event);
    const by = { x: point.x - before.x, y: point.y - before.y };
    fingers.set(event.pointerId, point);
    if (fingers.size === 2) {
      const both = pair();
      on.drag({ x: by.x / 2, y: by.y / 2 });
      on.pinch(spread(both) / spreadAtStart, { x: (both[0].x + both[1].x) / 2, y: (both[0].y + both[1].y) / 2 });
      return;
    }
    trail.push({ ...point, time: event.timeStamp });
    on.drag(by);
  };

  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    const end = { ...pointOf(event), time: event.timeStamp };
    const isTap = start && end.time - start.time < TAP.time && distance(start, end) < TAP.moved;
    if (event.type === 'pointercancel' || !isTap) {
      lastTap = undefined;
      if (event.type === 'pointerup') on.release(speedOf(trail, end));
    } else if (lastTap && end.time - lastTap.time < TAP.time && distance(lastTap, end) < TAP.apart) {
      lastTap = undefined;
      on.doubleTap(end);
    } else {
      lastTap = end;
    }
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_HEIGHT);
    if (!delta) return;
    on.hold();
    if (event.ctrlKey) {
      on.wheelPinch(Math.exp(Math.max(-25, Math.min(25, -delta)) / 100), pointOf(event));
      return;
    }
    wheeled = Math.sign(wheeled) === Math.sign(delta) ? wheeled + delta : delta;
    if (Math.abs(wheeled) < WHEEL_STEP) return;
    wheeled = 0;
    on.wheelStep(delta < 0 ? 1 : -1, pointOf(event));
  };

  // Safari sends these for a pinch on a touchpad, and also for fingers.
  const gesture = (event: Event) => {
    event.preventDefault();
    if (fingers.size > 0) return;
    const { type, scale } = event as GestureEvent;
    if (type === 'gesturechange') on.pinch(scale, pointOf(event as GestureEvent));
    else {
      on.hold();
      on.pinchStart();
    }
  };

  const listeners = new AbortController();
  const { signal } = listeners;
  stage.addEventListener('pointerdown', down, { signal });
  for (const type of GESTURES) stage.addEventListener(type, gesture, { signal });
  stage.addEventListener('wheel', wheel, { passive: false, signal });
  window.addEventListener('pointermove', move, { signal });
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, up, { signal });
  return () => listeners.abort();
}

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

/** Speed of a finger at release; zero if it had stopped. */
function speedOf(trail: Moment[], end: Moment): Point {
  const first = trail.find(({ time }) => end.time - time < SPEED_WINDOW);
  const time = first ? end.time - first.time : 0;
  return first && time > 0 ? { x: (end.x - first.x) / time, y: (end.y - first.y) / time } : { x: 0, y: 0 };
}

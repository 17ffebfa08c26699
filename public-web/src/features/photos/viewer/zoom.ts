/** Zoom factors; at 1 the whole picture fits the window. */
export const ZOOM = { min: 0.5, max: 3, step: 0.25 } as const;
const DOUBLE_TAP_ZOOM = 2;
/** Share of a drag by which an element follows beyond its bounds. */
const ELASTICITY = 1 / 3;
/** Milliseconds for which a released picture keeps its velocity. */
const GLIDE_MS = 160;

/** CSS pixels from the centre of the stage. */
export interface Point {
  x: number;
  y: number;
}

/** Zoom of a picture, and position of its centre. */
export interface View extends Point {
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

/** CSS pixels of the stage, and of the picture at a zoom of 1. */
export interface Frame {
  stage: Size;
  picture: Size;
}

export const MIDDLE: Point = { x: 0, y: 0 };
export const WHOLE: View = { zoom: 1, ...MIDDLE };

export const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value));

/** Zoom as it is shown, in percent: 100 is the whole picture, also after a pinch that ends beside it. */
export const percentOf = (zoom: number): number => Math.round(zoom * 100);

/** The next zoom step above (1) or below (-1) any zoom. */
export function stepFrom(zoom: number, direction: 1 | -1): number {
  const steps = zoom / ZOOM.step;
  const next = direction > 0 ? Math.floor(steps + 0.001) + 1 : Math.ceil(steps - 0.001) - 1;
  return clamp(ZOOM.min, next * ZOOM.step, ZOOM.max);
}

/** Zooms around a fixed point, inside the bounds. */
export const zoomAt = (view: View, zoom: number, point: Point, frame: Frame): View =>
  within(scaleAt(view, zoom, point), frame);

/**
 * Zooms as two fingers do: the bounds apply when they are lifted.
 *
 * @param from point between the fingers at the start; it moves `to` another one
 */
export function scaleAt(view: View, zoom: number, from: Point, to = from): View {
  const wanted = clamp(ZOOM.min, zoom, ZOOM.max);
  const growth = wanted / view.zoom;
  return { zoom: wanted, x: to.x - (from.x - view.x) * growth, y: to.y - (from.y - view.y) * growth };
}

/** Moves the picture inside its bounds. */
export const moveBy = (view: View, by: Point, frame: Frame): View =>
  within({ zoom: view.zoom, x: view.x + by.x, y: view.y + by.y }, frame);

/** Where a released picture comes to rest. @param velocity CSS pixels per millisecond */
export const glide = (view: View, velocity: Point, frame: Frame): View =>
  moveBy(view, { x: velocity.x * GLIDE_MS, y: velocity.y * GLIDE_MS }, frame);

/** Double tap: zooms to the point, or back to the whole picture. */
export const toggled = (view: View, point: Point, frame: Frame): View =>
  percentOf(view.zoom) === 100 ? zoomAt(view, DOUBLE_TAP_ZOOM, point, frame) : WHOLE;

/** A view whose picture covers the viewport, or is centred where it is smaller. */
export function within({ zoom, x, y }: View, { stage, picture }: Frame): View {
  const reach = (size: number, room: number) => Math.max(0, (size * zoom - room) / 2);
  const [across, down] = [reach(picture.width, stage.width), reach(picture.height, stage.height)];
  return { zoom, x: clamp(-across, x, across), y: clamp(-down, y, down) };
}

/** A view under a finger: beyond its bounds the picture follows by a third. */
export function elastic(view: View, frame: Frame): View {
  const { zoom, x, y } = within(view, frame);
  return { zoom, x: x + resisted(view.x - x), y: y + resisted(view.y - y) };
}

/** Movement against a resistance. */
export const resisted = (by: number): number => by * ELASTICITY;

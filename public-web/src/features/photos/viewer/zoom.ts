/** Zoom factors; at 1 the whole picture fits the window. */
export const ZOOM = { min: 0.5, max: 3, step: 0.25 } as const;
/** Zoom of a double tap. */
const DOUBLE_TAP_ZOOM = 2;
/** Share of the picture, or of the smaller window, by which it can be dragged beyond its bounds. */
const SLACK = 1 / 2;

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

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** The next zoom step above (1) or below (-1) any zoom. */
export function stepFrom(zoom: number, direction: 1 | -1): number {
  const steps = zoom / ZOOM.step;
  const next = direction > 0 ? Math.floor(steps + 0.001) + 1 : Math.ceil(steps - 0.001) - 1;
  return between(ZOOM.min, next * ZOOM.step, ZOOM.max);
}

/** Zooms around a fixed point. A picture that fits the window returns to the centre. */
export function zoomAt(view: View, zoom: number, { x, y }: Point, frame: Frame): View {
  const wanted = between(ZOOM.min, zoom, ZOOM.max);
  const growth = wanted / view.zoom;
  // No slack for a picture that fits the window.
  const slack = between(0, (wanted - 1) / 2, SLACK);
  return within({ zoom: wanted, x: x - (x - view.x) * growth, y: y - (y - view.y) * growth }, frame, slack);
}

/** Moves the picture within its bounds. */
export const moveBy = (view: View, by: Point, frame: Frame): View =>
  within({ zoom: view.zoom, x: view.x + by.x, y: view.y + by.y }, frame, SLACK);

/** Double tap: zooms to the point, or back to the whole picture. */
export const toggled = (view: View, point: Point, frame: Frame): View =>
  view.zoom === 1 ? zoomAt(view, DOUBLE_TAP_ZOOM, point, frame) : WHOLE;

/** Limits a view to bounds in which its picture stays visible. */
export function within({ zoom, x, y }: View, { stage, picture }: Frame, slack = SLACK): View {
  const reach = (size: number, room: number) => Math.max(0, (size - room) / 2) + Math.min(size, room) * slack;
  const across = reach(picture.width * zoom, stage.width);
  const down = reach(picture.height * zoom, stage.height);
  return { zoom, x: between(-across, x, across), y: between(-down, y, down) };
}

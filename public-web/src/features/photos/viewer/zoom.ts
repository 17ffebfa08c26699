/** How large a picture can be shown; at 1 the whole of it fits the window. */
export const ZOOM = { min: 0.5, max: 3, step: 0.25 } as const;
/** To where a double tap goes, and back from. */
const CLOSER = 2;
/** The part of a picture, or of the window where that is smaller, by which it can be dragged past its place. */
const SLACK = 1 / 2;

/** CSS pixels from the middle of the stage. */
export interface Point {
  x: number;
  y: number;
}

/** A picture as it is shown: its size, and where its middle is. */
export interface View extends Point {
  zoom: number;
}

interface Size {
  width: number;
  height: number;
}

/** CSS pixels of the place that a picture is shown in, and of the picture at a zoom of 1. */
export interface Frame {
  stage: Size;
  picture: Size;
}

export const MIDDLE: Point = { x: 0, y: 0 };
export const WHOLE: View = { zoom: 1, ...MIDDLE };

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/** The next of the steps above (1) or below (-1) a zoom, which may lie between two of them after a pinch. */
export function stepFrom(zoom: number, direction: 1 | -1): number {
  const steps = zoom / ZOOM.step;
  const next = direction > 0 ? Math.floor(steps + 0.001) + 1 : Math.ceil(steps - 0.001) - 1;
  return between(ZOOM.min, next * ZOOM.step, ZOOM.max);
}

/** Zooms so that what is under a point stays under it; a picture that gets small again comes back to the middle. */
export function zoomAt(view: View, zoom: number, { x, y }: Point, frame: Frame): View {
  const wanted = between(ZOOM.min, zoom, ZOOM.max);
  const growth = wanted / view.zoom;
  // Enough for every point of a picture that was in the middle, and none for one that fits the window.
  const slack = between(0, (wanted - 1) / 2, SLACK);
  return within({ zoom: wanted, x: x - (x - view.x) * growth, y: y - (y - view.y) * growth }, frame, slack);
}

/** Moves the picture, which is stopped before it is lost from sight. */
export const moveBy = (view: View, by: Point, frame: Frame): View =>
  within({ zoom: view.zoom, x: view.x + by.x, y: view.y + by.y }, frame, SLACK);

/** Double tap: closer to the point, or back to the whole. */
export const toggled = (view: View, point: Point, frame: Frame): View =>
  view.zoom === 1 ? zoomAt(view, CLOSER, point, frame) : WHOLE;

/** A view with its picture in sight, as after a change of the window. */
export function within({ zoom, x, y }: View, { stage, picture }: Frame, slack = SLACK): View {
  const reach = (size: number, room: number) => Math.max(0, (size - room) / 2) + Math.min(size, room) * slack;
  const across = reach(picture.width * zoom, stage.width);
  const down = reach(picture.height * zoom, stage.height);
  return { zoom, x: between(-across, x, across), y: between(-down, y, down) };
}

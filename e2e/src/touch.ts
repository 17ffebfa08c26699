import type { CDPSession, Page } from 'playwright-core';

export interface Point {
  x: number;
  y: number;
}

/** `touchMove` events of a gesture. */
const MOVE_STEPS = 8;

/** Touch gestures; Playwright supports only the tap. */
export class TouchGestures {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<TouchGestures> {
    return new TouchGestures(await page.context().newCDPSession(page));
  }

  drag(from: Point, to: Point): Promise<void> {
    return this.move([{ from, to }]);
  }

  /** A drag whose finger stays down. @returns a function that lifts the finger */
  async hold(from: Point, to: Point): Promise<() => Promise<void>> {
    await this.move([{ from, to }], undefined, false);
    return () => this.touch('touchEnd', []);
  }

  /** Long press until `pickedUp` resolves, then a drag. */
  dragAfterLongPress(from: Point, to: Point, pickedUp: () => Promise<void>): Promise<void> {
    return this.move([{ from, to }], pickedUp);
  }

  /** Changes the distance of two fingers around a point. */
  pinch({ x, y }: Point, { from, to }: { from: number; to: number }): Promise<void> {
    return this.move([-0.5, 0.5].map((side) => ({ from: { x: x + side * from, y }, to: { x: x + side * to, y } })));
  }

  tap(point: Point): Promise<void> {
    return this.move([{ from: point, to: point }]);
  }

  /** Sends all events at once: on a busy machine, waiting would separate the taps. */
  async doubleTap(point: Point): Promise<void> {
    const tap = () => [this.touch('touchStart', [point]), this.touch('touchEnd', [])];
    await Promise.all([...tap(), ...tap()]);
  }

  private async move(
    paths: { from: Point; to: Point }[],
    beforeMove = () => Promise.resolve(),
    isLifted = true,
  ): Promise<void> {
    await this.touch(
      'touchStart',
      paths.map(({ from }) => from),
    );
    await beforeMove();
    const isStill = paths.every(({ from, to }) => from === to);
    for (let step = 1; step <= MOVE_STEPS && !isStill; step += 1) {
      const share = step / MOVE_STEPS;
      const between = ({ from, to }: (typeof paths)[number]) => ({
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
      });
      await this.touch('touchMove', paths.map(between));
    }
    if (isLifted) await this.touch('touchEnd', []);
  }

  private async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

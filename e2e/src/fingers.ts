import type { CDPSession, Page } from 'playwright-core';

export interface Point {
  x: number;
  y: number;
}

/** Moves of a gesture. */
const MOVES = 8;

/** Touch gestures, of which Playwright supports only the tap. */
export class Fingers {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  drag(from: Point, to: Point): Promise<void> {
    return this.move([{ from, to }]);
  }

  /** Long press until `lifted` resolves, then a drag. */
  carry(from: Point, to: Point, lifted: () => Promise<void>): Promise<void> {
    return this.move([{ from, to }], lifted);
  }

  /** Two fingers beside `centre` change their distance. */
  pinch({ x, y }: Point, { from, to }: { from: number; to: number }): Promise<void> {
    return this.move([-0.5, 0.5].map((side) => ({ from: { x: x + side * from, y }, to: { x: x + side * to, y } })));
  }

  async doubleTap(point: Point): Promise<void> {
    for (let tap = 0; tap < 2; tap += 1) await this.move([{ from: point, to: point }]);
  }

  private async move(ways: { from: Point; to: Point }[], rest = () => Promise.resolve()): Promise<void> {
    await this.touch(
      'touchStart',
      ways.map(({ from }) => from),
    );
    await rest();
    const isStill = ways.every(({ from, to }) => from === to);
    for (let step = 1; step <= MOVES && !isStill; step += 1) {
      const part = step / MOVES;
      const between = ({ from, to }: (typeof ways)[number]) => ({
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
      });
      await this.touch('touchMove', ways.map(between));
    }
    await this.touch('touchEnd', []);
  }

  private async touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

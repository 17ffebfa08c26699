import type { CDPSession, Page } from 'playwright-core';

export interface Point {
  x: number;
  y: number;
}

/** How many moves a gesture is made of; a finger that jumps is none. */
const MOVES = 8;

/** Fingers on the screen of a page, which Playwright alone can only tap with. */
export class Fingers {
  private constructor(private readonly session: CDPSession) {}

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page));
  }

  /** One finger goes from here to there. */
  drag(from: Point, to: Point): Promise<void> {
    return this.move([{ from, to }]);
  }

  /** One finger rests until what is under it is lifted, and carries it from here to there. */
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

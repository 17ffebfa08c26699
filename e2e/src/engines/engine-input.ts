import type { Point } from '../touch.ts';
import type { WebDriver } from './webdriver.ts';

/** https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = {
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Control: '\uE009',
};

/** CSS pixels from the middle of the window. */
type Path = [from: Point, to: Point];

const PAUSE = { type: 'pause', duration: 0 };
/** Milliseconds between the events of a move. */
const STEP = 60;

/** Keyboard, mouse, fingers and wheel, by W3C actions. */
export class EngineInput {
  constructor(private readonly driver: WebDriver) {}

  /** @param key name, or the character */
  async press(key: string): Promise<void> {
    const value = KEYS[key] ?? key;
    await this.perform({ type: 'key', id: 'keyboard', actions: [keyAction('Down', value), keyAction('Up', value)] });
  }

  /** Drags with the mouse, without a flick at the end. */
  drag(from: Point, to: Point): Promise<void> {
    return this.move('mouse', [from, to]);
  }

  /** Moves a finger along each path, without a flick at the end. */
  touch(...paths: Path[]): Promise<void> {
    return this.move('touch', ...paths);
  }

  async tap(at: Point, times = 1): Promise<void> {
    const { x, y } = await this.inWindow(at);
    const tap = [
      { type: 'pointerDown', button: 0 },
      { type: 'pause', duration: 20 },
      { type: 'pointerUp', button: 0 },
    ];
    const actions = [{ type: 'pointerMove', x, y }, ...Array.from({ length: times }, () => tap).flat()];
    await this.perform({ type: 'pointer', id: 'finger-0', parameters: { pointerType: 'touch' }, actions });
  }

  async click(at: Point): Promise<void> {
    await this.move('mouse', [at, at]);
  }

  /** Turns the wheel. @param withControl a browser reports a pinch on a touchpad so */
  async wheel(at: Point, by: Point, withControl = false): Promise<void> {
    const scroll = { type: 'scroll', ...(await this.inWindow(at)), deltaX: by.x, deltaY: by.y, duration: 0 };
    const keys = [keyAction('Down', KEYS['Control']!), PAUSE, keyAction('Up', KEYS['Control']!)];
    await this.perform(
      { type: 'key', id: 'keyboard', actions: withControl ? keys : [PAUSE] },
      { type: 'wheel', id: 'wheel', actions: [PAUSE, scroll, PAUSE] },
    );
  }

  private async move(pointerType: 'mouse' | 'touch', ...paths: Path[]): Promise<void> {
    const ends = await Promise.all(paths.flat().map((point) => this.inWindow(point)));
    const sources = paths.map((_, finger) => {
      const [from, to] = [ends[2 * finger]!, ends[2 * finger + 1]!];
      const at = (share: number) => ({
        type: 'pointerMove',
        duration: STEP,
        x: Math.round(from.x + (to.x - from.x) * share),
        y: Math.round(from.y + (to.y - from.y) * share),
      });
      const actions = [
        at(0),
        { type: 'pointerDown', button: 0 },
        ...[0.25, 0.5, 0.75, 1].map(at),
        { type: 'pause', duration: 150 },
        { type: 'pointerUp', button: 0 },
      ];
      const id = pointerType === 'mouse' ? 'mouse' : `finger-${finger}`;
      return { type: 'pointer', id, parameters: { pointerType }, actions };
    });
    await this.perform(...sources);
  }

  /** @returns pixels from the corner of the window */
  private async inWindow({ x, y }: Point): Promise<Point> {
    const script = 'return [innerWidth, innerHeight]';
    const [width, height] = await this.driver.send<[number, number]>('ExecuteScript', { script, args: [] });
    return { x: Math.round(width / 2 + x), y: Math.round(height / 2 + y) };
  }

  private async perform(...actions: object[]): Promise<void> {
    await this.driver.send('PerformActions', { actions });
  }
}

const keyAction = (direction: 'Down' | 'Up', value: string) => ({ type: `key${direction}`, value });

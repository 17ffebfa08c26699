import { setTimeout as wait } from 'node:timers/promises';
import type { Point } from '../touch.ts';
import { EngineInput } from './engine-input.ts';
import { WebDriverError, type WebDriver } from './webdriver.ts';

/** Long, for a busy machine. */
const TIMEOUT_MS = 60_000;

/** Transient errors: the page is changing, or another element covers the target. */
const TRANSIENT_ERRORS = new Set([
  'detached shadow root',
  'element click intercepted',
  'element not interactable',
  'invalid element state',
  'no such element',
  'no such window',
  'stale element reference',
]);

/** Selectors of candidates for a role; the engine computes the role. */
const CANDIDATES = {
  button: 'button',
  dialog: 'dialog',
  heading: 'h1',
  image: 'img',
  link: 'a[href]',
  option: '[role=option]',
  region: 'section[aria-label]',
};

export type Role = keyof typeof CANDIDATES;

/** Elements that no modal dialog blocks. */
const USABLE = ':is(dialog:modal, dialog:modal *, :root:not(:has(dialog:modal)) *)';

/** Property of an element's id: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type ElementName = [role: Role, name: string];

/** Page in any engine, whose elements are found by role and name as the engine computes them. All methods wait. */
export class EnginePage {
  readonly input: EngineInput;

  constructor(
    private readonly driver: WebDriver,
    private readonly origin: string,
    readonly javaScriptEnabled: boolean,
  ) {
    this.input = new EngineInput(driver);
  }

  /** Opens a page, and waits for its hydration if scripts are enabled. */
  async open(path: string): Promise<void> {
    await this.driver.send('Navigate', { url: `${this.origin}${path}` });
    if (this.javaScriptEnabled) await this.waitForHydration();
  }

  /** Opens a page repeatedly until it shows an element: the server caches pages for a second. */
  async openUntil(path: string, role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} on ${path}`, async () => {
      await this.open(path);
      return this.find(role, name);
    });
  }

  /** Path with query and hash. */
  async path(): Promise<string> {
    return (await this.driver.send<string>('GetCurrentURL')).slice(this.origin.length);
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} to be clicked`, async () => {
      const id = await this.find(role, name);
      if (id === undefined) return false;
      await this.moveToMiddle(id);
      await this.driver.send('ElementClick', { id });
      return true;
    });
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.wait(`field ${label}`, async () => {
      const id = await this.labelled('input, textarea', label);
      if (id === undefined) return false;
      await this.moveToMiddle(id);
      await this.driver.send('ElementClear', { id });
      await this.driver.send('ElementSendKeys', { id, text });
      return true;
    });
  }

  /** @param file path on this machine */
  async upload(file: string): Promise<void> {
    await this.wait('file field', async () => {
      const [input] = await this.all('input[type=file]');
      if (input === undefined) return false;
      await this.driver.send('ElementSendKeys', { id: input, text: file });
      return true;
    });
  }

  /** Drags one element onto another with the mouse. @param dropped element that appears over the target */
  async drag(from: ElementName, to: ElementName, dropped: ElementName): Promise<void> {
    const [start, end] = await this.centres(from, to);
    const perform = (...actions: object[]) =>
      this.driver.send('PerformActions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 100 });
    // Far enough for a drag.
    await perform(move(start), { type: 'pointerDown', button: 0 }, move({ ...start, x: start.x + 10 }));
    let offset = 0;
    await this.wait(`${dropped.join(' ')} while dragging`, async () => {
      offset = 1 - offset;
      await perform(move({ ...end, x: end.x + offset }));
      return this.find(...dropped);
    });
    await perform({ type: 'pointerUp', button: 0 });
  }

  /** Waits until an element is visible. */
  async waitFor(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name}`, () => this.find(role, name));
  }

  /** Waits for the page of that heading. @throws if it overflows the window */
  async waitForHeading(heading: string): Promise<void> {
    await this.waitFor('heading', heading);
    await this.wait(`${heading} to fit into the window`, async () => {
      const [id = ''] = await this.all('html', '');
      const width = (name: string) => this.driver.send<number>('GetElementProperty', { id, name });
      return (await width('scrollWidth')) <= (await width('clientWidth'));
    });
  }

  async waitForRemoval(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} to disappear`, async () => (await this.find(role, name)) === undefined);
  }

  async waitForText(text: string | RegExp): Promise<void> {
    const isIn = (page: string) => (typeof text === 'string' ? page.includes(text) : text.test(page));
    await this.wait(`the text ${text}`, async () => isIn(await this.text()));
  }

  /** The displayed text of the page. (WebKit's command for it leaves out clipped lines.) */
  private async text(): Promise<string> {
    const [body = ''] = await this.all('body', '');
    return await this.driver.send<string>('GetElementProperty', { id: body, name: 'innerText' });
  }

  /** Waits until an image is decoded. */
  async waitForImage(name: string): Promise<void> {
    await this.wait(`image ${name}`, async () => {
      const id = await this.find('image', name);
      if (id === undefined) return false;
      return (await this.driver.send<number>('GetElementProperty', { id, name: 'naturalWidth' })) > 0;
    });
  }

  /** Waits until an element covers the window, also where the scrollbar was. */
  async waitForCover(role: Role, name: string | RegExp): Promise<void> {
    const script = `const { left, top, right, bottom } = arguments[0].getBoundingClientRect();
      const isWhole = left === 0 && top === 0 && right === innerWidth && bottom === innerHeight;
      return isWhole && arguments[0].contains(document.elementFromPoint(innerWidth - 1, innerHeight / 2));`;
    await this.wait(`${role} ${name} to cover the window`, async () => {
      const id = await this.find(role, name);
      return id !== undefined && this.driver.send<boolean>('ExecuteScript', { script, args: [{ [ELEMENT]: id }] });
    });
  }

  /** Waits until an expression in the page is true. */
  async waitUntil(expression: string): Promise<void> {
    await this.wait(expression, () => this.isTrue(expression));
  }

  /** Whether an expression in the page is true. */
  isTrue(expression: string): Promise<boolean> {
    return this.driver.send('ExecuteScript', { script: `return Boolean(${expression})`, args: [] });
  }

  /** Id of a visible element. */
  private async find(role: Role, name: string | RegExp): Promise<string | undefined> {
    const id = await this.labelled(CANDIDATES[role], name);
    if (id === undefined) return undefined;
    return (await this.driver.send<string>('GetComputedRole', { id })) === role ? id : undefined;
  }

  private async labelled(selector: string, name: string | RegExp): Promise<string | undefined> {
    for (const id of await this.all(selector)) {
      const label = (await this.driver.send<string>('GetComputedLabel', { id })).replaceAll(/\s+/g, ' ').trim();
      const matches = typeof name === 'string' ? label === name : name.test(label);
      if (matches && (await this.driver.send<boolean>('IsElementDisplayed', { id }))) return id;
    }
    return undefined;
  }

  private async all(selector: string, among = USABLE): Promise<string[]> {
    const value = `:is(${selector})${among}`;
    const found = await this.driver.send<{ [ELEMENT]: string }[]>('FindElements', { using: 'css selector', value });
    return found.map((element) => element[ELEMENT]);
  }

  /** Scrolls an element to the middle of the window, whose edges other elements may cover. */
  private async moveToMiddle(id: string): Promise<void> {
    const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });`;
    await this.driver.send('ExecuteScript', { script, args: [{ [ELEMENT]: id }] });
  }

  /** Centres of two elements, after their animation. */
  private centres(...elements: ElementName[]): Promise<[Point, Point]> {
    const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
      return [...arguments].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });`;
    let before = '';
    return this.wait(`${elements.join(' and ')} to stand still`, async () => {
      const ids = await Promise.all(elements.map((element) => this.find(...element)));
      if (ids.includes(undefined)) return false;
      const args = ids.map((id) => ({ [ELEMENT]: id }));
      const centres = await this.driver.send<[Point, Point]>('ExecuteScript', { script, args });
      const isStill = JSON.stringify(centres) === before;
      before = JSON.stringify(centres);
      return isStill && centres;
    });
  }

  /** Resolves when React has hydrated all controls. */
  private async waitForHydration(): Promise<void> {
    const script = `dispatchEvent(new Event('pointermove'));
      const controls = [...document.querySelectorAll('a[href], button, form')];
      return controls.length > 0 && controls.every((control) =>
        Object.keys(control.wrappedJSObject ?? control).some((key) => key.startsWith('__react')));`;
    await this.wait('hydration', () => this.driver.send<boolean>('ExecuteScript', { script, args: [] }));
  }

  /** Repeats `attempt` until it returns a value. @throws Error with the address and text of the page */
  private async wait<T>(awaited: string, attempt: () => Promise<T | undefined | false>): Promise<T> {
    let failure = '';
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await wait(50)) {
      try {
        const result = await attempt();
        if (result !== undefined && result !== false) return result;
        failure = '';
      } catch (error) {
        if (!(error instanceof WebDriverError) || !TRANSIENT_ERRORS.has(error.code)) throw error;
        failure = `: ${error.message}`;
      }
    }
    const page = await Promise.all([this.path(), this.text()]).catch(() => []);
    throw new Error([`Timed out waiting for ${awaited}${failure}`, ...page].join('\n'));
  }
}

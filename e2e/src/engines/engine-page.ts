import sharp from 'sharp';
import { waitFor } from './wait-for.ts';
import type { WebDriver } from './webdriver.ts';

/** Selectors of candidates for a role; the engine computes the role. */
const CANDIDATES = {
  button: 'button',
  dialog: 'dialog',
  heading: 'h1',
  image: 'img',
  link: 'a[href]',
  option: '[role=option]',
};

export type Role = keyof typeof CANDIDATES;

/** Under a modal dialog nothing can be used. */
const REACHABLE = ':is(dialog:modal, dialog:modal *, :root:not(:has(dialog:modal)) *)';

/** Keys without a character: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS = { Escape: '\uE00C', ArrowLeft: '\uE012', ArrowRight: '\uE014' };

/** The key of an element's id: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

type ElementName = [role: Role, name: string];

interface Point {
  x: number;
  y: number;
}

/** A page in any engine, used by the roles and names that the engine computes. Everything waits until it can be done. */
export class EnginePage {
  constructor(
    private readonly driver: WebDriver,
    private readonly origin: string,
    readonly javaScriptEnabled: boolean,
  ) {}

  /** Opens a page, and waits for its hydration where there are scripts. */
  async open(path: string): Promise<void> {
    await this.driver.send('Navigate', { url: `${this.origin}${path}` });
    if (this.javaScriptEnabled) await this.hydrated();
  }

  /** Opens a page again until it shows an element: the server caches pages for a second. */
  async openUntil(path: string, role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} on ${path}`, async () => {
      await this.open(path);
      return this.find(role, name);
    });
  }

  /** The part of the address behind the origin. */
  async path(): Promise<string> {
    return (await this.driver.send<string>('GetCurrentURL')).slice(this.origin.length);
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} to be clicked`, async () => {
      const id = await this.find(role, name);
      if (id === undefined) return undefined;
      // At the edges of the window something may lie over it.
      const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });`;
      await this.driver.send('ExecuteScript', { script, args: [{ [ELEMENT]: id }] });
      await this.driver.send('ElementClick', { id });
      return true;
    });
  }

  /** Replaces the text of a field. */
  async fill(label: string, text: string): Promise<void> {
    await this.wait(`field ${label}`, async () => {
      const id = await this.labelled('input, textarea', label);
      if (id === undefined) return undefined;
      await this.driver.send('ElementClear', { id });
      await this.driver.send('ElementSendKeys', { id, text });
      return true;
    });
  }

  /** @param file path on this machine */
  async upload(file: string): Promise<void> {
    await this.wait('file field', async () => {
      const [input] = await this.all('input[type=file]');
      if (input === undefined) return undefined;
      await this.driver.send('ElementSendKeys', { id: input, text: file });
      return true;
    });
  }

  async press(key: keyof typeof KEYS): Promise<void> {
    const value = KEYS[key];
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /**
   * Drags one element onto another with the mouse.
   *
   * @param carried what there is as soon as it may be dropped
   */
  async drag(from: ElementName, to: ElementName, carried: ElementName): Promise<void> {
    const [start, end] = await this.centres(from, to);
    const perform = (...actions: object[]) =>
      this.driver.send('PerformActions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    const move = ({ x, y }: Point) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 100 });
    // Far enough to be a drag and no click.
    await perform(move(start), { type: 'pointerDown', button: 0 }, move({ ...start, x: start.x + 10 }));
    let offset = 0;
    await this.wait(`${carried.join(' ')} while dragging`, async () => {
      offset = 1 - offset;
      await perform(move({ ...end, x: end.x + offset }));
      return this.find(...carried);
    });
    await perform({ type: 'pointerUp', button: 0 });
  }

  /** Waits until an element can be seen. */
  async waitFor(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name}`, async () => ((await this.find(role, name)) === undefined ? undefined : true));
  }

  /** Waits for the page of that heading. @throws where it is wider than the window */
  async waitForHeading(heading: string): Promise<void> {
    await this.waitFor('heading', heading);
    await this.wait(`${heading} to fit into the window`, async () => {
      const [id = ''] = await this.all('html', '');
      const width = (name: string) => this.driver.send<number>('GetElementProperty', { id, name });
      return (await width('scrollWidth')) > (await width('clientWidth')) ? undefined : true;
    });
  }

  async waitForRemoval(role: Role, name: string | RegExp): Promise<void> {
    await this.wait(`${role} ${name} to go`, async () =>
      (await this.find(role, name)) === undefined ? true : undefined,
    );
  }

  /** Waits until words can be read, or words in an order. */
  async waitForText(words: string | RegExp): Promise<void> {
    const isIn = (text: string) => (typeof words === 'string' ? text.includes(words) : words.test(text));
    await this.wait(`the words ${words}`, async () => (isIn(await this.text()) ? true : undefined));
  }

  /** All words of the page, as they are shown. */
  private async text(): Promise<string> {
    const [body = ''] = await this.all('body', '');
    return await this.driver.send<string>('GetElementText', { id: body });
  }

  /** Waits until an image is decoded. */
  async showsImage(name: string): Promise<void> {
    await this.wait(`image ${name}`, async () => {
      const id = await this.find('image', name);
      if (id === undefined) return undefined;
      const width = await this.driver.send<number>('GetElementProperty', { id, name: 'naturalWidth' });
      return width > 0 ? true : undefined;
    });
  }

  /** Of the window, as PNG. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.driver.send<string>('TakeScreenshot', { full: false }), 'base64');
  }

  /** Waits until the window's edges have one brightness, from 0 to 255, of `most` or less: nothing shines in beside. */
  async isDarkAtTheEdges(most: number): Promise<void> {
    await this.wait('the edges of the window to be dark', async () => {
      const { data, info } = await sharp(await this.screenshot())
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 255;
      const middle = Math.floor(info.height / 2);
      const edges = [
        at(0, middle),
        at(info.width - 1, middle),
        at(info.width - 1, 0),
        at(info.width - 1, info.height - 1),
      ];
      return edges.every((brightness) => brightness <= most) ? true : undefined;
    });
  }

  /** A visible element of that role and accessible name, both computed by the engine. */
  private async find(role: Role, name: string | RegExp): Promise<string | undefined> {
    const id = await this.labelled(CANDIDATES[role], name);
    if (id === undefined) return undefined;
    return (await this.driver.send<string>('GetComputedRole', { id })) === role ? id : undefined;
  }

  private async labelled(selector: string, name: string | RegExp): Promise<string | undefined> {
    for (const id of await this.all(selector)) {
      const label = (await this.driver.send<string>('GetComputedLabel', { id })).replaceAll(/\s+/g, ' ').trim();
      const isIt = typeof name === 'string' ? label === name : name.test(label);
      if (isIt && (await this.driver.send<boolean>('IsElementDisplayed', { id }))) return id;
    }
    return undefined;
  }

  private async all(selector: string, among = REACHABLE): Promise<string[]> {
    const value = `:is(${selector})${among}`;
    const found = await this.driver.send<{ [ELEMENT]: string }[]>('FindElements', { using: 'css selector', value });
    return found.map((element) => element[ELEMENT]);
  }

  /** Of two elements in one window, when they have come to rest. */
  private centres(...elements: ElementName[]): Promise<[Point, Point]> {
    const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' });
      return [...arguments].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      });`;
    let before = '';
    return this.wait(`${elements.join(' and ')} to rest`, async () => {
      const ids = await Promise.all(elements.map((element) => this.find(...element)));
      if (ids.includes(undefined)) return undefined;
      const args = ids.map((id) => ({ [ELEMENT]: id }));
      const centres = await this.driver.send<[Point, Point]>('ExecuteScript', { script, args });
      const isStill = JSON.stringify(centres) === before;
      before = JSON.stringify(centres);
      return isStill ? centres : undefined;
    });
  }

  /** `waitFor` that says where the page was when it timed out. */
  private async wait<T>(awaited: string, attempt: () => Promise<T | undefined>): Promise<T> {
    try {
      return await waitFor(awaited, attempt);
    } catch (error) {
      const where = await Promise.all([this.path(), this.text()]).catch(() => []);
      throw new Error([String(error), ...where].join('\n'), { cause: error });
    }
  }

  /** Resolves once React has hydrated every control. */
  private async hydrated(): Promise<void> {
    const script = `dispatchEvent(new Event('pointermove'));
      const controls = [...document.querySelectorAll('a[href], button, form')];
      return controls.length > 0 && controls.every((control) =>
        Object.keys(control.wrappedJSObject ?? control).some((key) => key.startsWith('__react')));`;
    await this.wait('hydration', async () =>
      (await this.driver.send('ExecuteScript', { script, args: [] })) ? true : undefined,
    );
  }
}

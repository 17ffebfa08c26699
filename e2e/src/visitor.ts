import { waitUntil } from '@portfolio/lifecycle/supervisor';
import type { Locator, Page } from 'playwright-core';
import { waitForHydration } from './wait-for-hydration.ts';

type Role = Parameters<Page['getByRole']>[0];

/** A visitor with a mouse, who finds elements by role and name. */
export class Visitor {
  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** Waits for the hydration of a public page, unless scripts are disabled. @returns the status of the page */
  async open(path = ''): Promise<number | undefined> {
    const response = await this.page.goto(`${this.origin}${path}`);
    const hydrates = () => document.getElementById('page-state') !== null && !matchMedia('(scripting: none)').matches;
    if (await this.page.evaluate(hydrates)) await waitForHydration(this.page);
    return response?.status();
  }

  /** Opens a page repeatedly until it shows an element: servers cache pages for seconds. */
  async openUntil(path: string, element: Locator, timeoutMs = 10_000): Promise<void> {
    await waitUntil(
      async () => {
        await this.open(path);
        return element.first().isVisible();
      },
      { timeoutMs },
    );
  }

  /** Path with query and hash. */
  get path(): string {
    return this.page.url().slice(this.origin.length);
  }

  get(role: Role, name?: string | RegExp): Locator {
    return this.page.getByRole(role, name === undefined ? {} : { name, exact: typeof name === 'string' });
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text, { exact: true });
  }

  /** Follows a link to the page of that heading. */
  async follow(link: string | RegExp | Locator, heading: string): Promise<void> {
    await this.use(typeof link === 'string' || link instanceof RegExp ? this.get('link', link).first() : link);
    await this.waitForHeading(heading);
  }

  /** Waits for the page with this heading. */
  async waitForHeading(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Waits until a field shows its message, and is described by it. */
  async waitForFieldError(field: Locator, message: string): Promise<void> {
    await this.text(message).filter({ visible: true }).first().waitFor();
    const descriptions = await field.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    );
    if (!descriptions.includes(message))
      throw new Error(`The field is not described by ${message}, but by ${descriptions.join()}`);
  }

  async use(target: Locator): Promise<void> {
    await target.click();
  }

  async write(field: Locator, text: string): Promise<void> {
    await field.fill(text);
  }
}

/** More than any page needs. */
const MAX_TABS = 150;

/** A visitor with a keyboard, who needs a visible focus. */
export class KeyboardVisitor extends Visitor {
  override async use(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('Enter');
  }

  override async write(field: Locator, text: string): Promise<void> {
    await this.goTo(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(text);
  }

  /** Presses Tab until `target` has the focus. @throws when Tab does not reach it, or its focus has no outline */
  async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; !(await hasFocus(target)); presses += 1) {
      if (presses > MAX_TABS) throw new Error(`Tab does not lead to ${String(target)}`);
      await this.page.keyboard.press('Tab');
    }
    // A link that fills a card has its outline in a pseudo-element.
    const hasOutline = await target.evaluate((element) =>
      [undefined, '::before', '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
      }),
    );
    if (!hasOutline) throw new Error(`The focus on ${String(target)} cannot be seen`);
  }
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

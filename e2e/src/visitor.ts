import type { Locator, Page } from 'playwright-core';
import { waitForHydrationIfScripted } from './wait-for-hydration.ts';
import { eventually } from './eventually.ts';

type Role = Parameters<Page['getByRole']>[0];

/** What a visitor sees and does, told by the names that stand on the screen. This one has a mouse. */
export class Visitor {
  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  /** @returns the status with which the page was answered */
  async open(path: string): Promise<number | undefined> {
    const answer = await this.page.goto(`${this.origin}${path}`);
    await waitForHydrationIfScripted(this.page);
    return answer?.status();
  }

  /** Opens a page again and again until it shows something: servers may keep a page for some seconds. */
  async openUntil(path: string, seen: Locator, within = 10_000): Promise<void> {
    await eventually(
      async () => {
        await this.open(path);
        return seen.first().isVisible();
      },
      (isVisible) => isVisible,
      within,
    );
    await seen.first().waitFor();
  }

  /** The part of the address behind the origin. */
  get place(): string {
    return this.page.url().slice(this.origin.length);
  }

  get(role: Role, name?: string | RegExp): Locator {
    return this.page.getByRole(role, name === undefined ? {} : { name, exact: typeof name === 'string' });
  }

  text(words: string | RegExp): Locator {
    return this.page.getByText(words, { exact: true });
  }

  /** Follows a link to the page of that heading. */
  async follow(link: string | RegExp | Locator, heading: string): Promise<void> {
    await this.use(typeof link === 'string' || link instanceof RegExp ? this.get('link', link).first() : link);
    await this.reads(heading);
  }

  /** Waits for the page of that heading. */
  async reads(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  /** Does what a link or a button is there for. */
  async use(target: Locator): Promise<void> {
    await target.click();
  }

  /** Puts a text in the place of what stands in a field. */
  async write(field: Locator, words: string): Promise<void> {
    await field.fill(words);
  }
}

/** More presses of Tab than any page of the site needs. */
const LONG_WAY = 150;

/** A visitor with a keyboard alone, who has to see where she is. */
export class KeyboardVisitor extends Visitor {
  override async use(target: Locator): Promise<void> {
    await this.goTo(target);
    await this.page.keyboard.press('Enter');
  }

  override async write(field: Locator, words: string): Promise<void> {
    await this.goTo(field);
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.keyboard.insertText(words);
  }

  /** Presses Tab until `target` has the focus. @throws where it cannot be reached, or its focus not be seen */
  async goTo(target: Locator): Promise<void> {
    await target.waitFor();
    for (let presses = 0; !(await hasFocus(target)); presses += 1) {
      if (presses > LONG_WAY) throw new Error(`Tab does not lead to ${String(target)}`);
      await this.page.keyboard.press('Tab');
    }
    // A link that fills a card may have its outline around the card.
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

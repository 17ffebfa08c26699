import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { waitForHydration } from '../../src/wait-for-hydration.ts';
import { TouchGestures } from '../../src/touch.ts';
import { visit } from '../../src/screens/screens.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';

/** Scripts of hydration, without the loader. */
const APP = /\/assets\/(?!hydrate-on-interaction)[^/]+\.js$/;
const TITLE = 'Three Sisters';

let context: BrowserContext;
let page: Page;

useSite();

beforeEach(async () => {
  context = await visit(browser, 'desktop');
  page = await context.newPage();
});
afterEach(() => context.close());

const open = () => page.goto(`${site.url}/photo/2?gallery=slack-water`);
const picture = () => page.getByRole('button', { name: `View full screen: ${TITLE}` });
const title = (words: string) => page.getByRole('heading', { level: 1, name: words, exact: true });
const isBusy = () => page.locator('#content[aria-busy=true]').count();

describe('input before hydration', () => {
  /** Blocks hydration until `release` is called. Removing the route instead would drop requests that start meanwhile. */
  async function holdScripts(): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(APP, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  it('a click is replayed after hydration, with a progress bar until then', async () => {
    const release = await holdScripts();
    await open();
    await picture().click();
    expect(await isBusy()).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);

    release();

    await page.getByRole('dialog').waitFor();
    expect(await isBusy()).toBe(0);
  });

  it('an arrow key shows the next photo', async () => {
    const release = await holdScripts();
    await open();
    await title(TITLE).waitFor();
    await page.keyboard.press('ArrowRight');
    expect(await title(TITLE).count()).toBe(1);

    release();

    await title(TITLE).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('/photo/2');
  });

  it('a swipe shows the next photo', async () => {
    const phone = await visit(browser, 'phone');
    page = await phone.newPage();
    const release = await holdScripts();
    await open();
    const { y, height } = (await picture().boundingBox())!;
    const touch = await TouchGestures.on(page);
    await touch.drag({ x: 320, y: y + height / 2 }, { x: 80, y: y + height / 2 });
    expect(await isBusy()).toBe(1);
    expect(await title(TITLE).count()).toBe(1);

    release();

    await title(TITLE).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('/photo/2');
    await phone.close();
  });

  it('typed text is not lost', async () => {
    const release = await holdScripts();
    await open();
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.fill('The light in the third window');

    release();
    await waitForHydration(page);

    expect(await field.inputValue()).toBe('The light in the third window');
  });
});

describe('when scripts fail to load', () => {
  const waitForFailure = () => page.waitForEvent('requestfailed', (request) => /entry-client/.test(request.url()));

  it('links work, without a progress bar', async () => {
    await page.route(APP, (route) => route.abort());
    await open();
    const failure = waitForFailure();
    await page.mouse.move(100, 100);
    await page.mouse.move(120, 120);
    await failure;
    await page.getByRole('textbox', { name: 'Comment' }).fill('Typed before the failure');
    await picture().click();

    expect(await isBusy()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Typed before the failure');

    await page.getByRole('navigation').getByRole('link', { name: 'Galleries' }).first().click();
    await title('Galleries').waitFor();
  });

  it.each(['entry-client', 'photo'])('a click loads the page from the server when %s failed', async (name) => {
    const file = new RegExp(`/assets/${name}-[^/]+\\.js$`);
    await page.route(file, (route) => route.abort());
    await open();
    const failure = page.waitForEvent('requestfailed', (request) => file.test(request.url()));
    await page.mouse.move(100, 100);
    await page.mouse.move(120, 120);
    await failure;
    await page.unroute(file);

    await Promise.all([page.waitForEvent('load'), picture().click()]);
    await waitForHydration(page);
    await picture().click();

    await page.getByRole('dialog').waitFor();
  });
});

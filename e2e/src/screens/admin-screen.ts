import type { Locator, Page } from 'playwright-core';

/** A screen of the back office, and how one comes to it. */
export interface AdminScreen {
  name: string;
  /** Below `/admin`. */
  path: string;
  /** What the API is made to answer in place of its own, by method and path: a body, or the status of a failure. */
  answers?: Record<string, object | number>;
  /** What is done on the page until the screen is there. */
  reach?: (page: Page) => Promise<unknown>;
  /** In sight when the screen is there. */
  shows: (page: Page) => Locator;
  /** What the browser has to say of it although all is as it should be. */
  says?: RegExp;
  isSignedOut?: true;
  /** Another state of a screen that the short level sees in its usual one, or another dialog of the same kind. */
  isVariant?: true;
}

/** A status after which a page does not ask again by itself, and what the browser says of it. */
export const REFUSED = 403;
export const SAYS_REFUSED = /status of 403/;

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
export const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name, exact: true });
export const question = (name: string) => (page: Page) => page.getByRole('alertdialog', { name, exact: true });

/** Presses the first button of that name; in a dialog, if one is open. */
export const press = (name: string) => async (page: Page) => {
  const open = page.locator('dialog[open]');
  const place = (await open.count()) > 0 ? open.last() : page;
  await place.getByRole('button', { name, exact: true }).first().click();
};

export const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Has the API answer a page as it is told, and as it is beside that. */
export async function answerInstead(page: Page, answers: NonNullable<AdminScreen['answers']>): Promise<void> {
  await page.route('**/api/**', (route, request) => {
    const path = new URL(request.url()).pathname.replace('/api', '');
    const answer = answers[`${request.method()} ${path}`];
    if (answer === undefined) return route.fallback();
    if (typeof answer === 'object') return route.fulfill({ json: answer });
    return route.fulfill({ status: answer, json: { statusCode: answer, message: 'The site says no.', code: 'no' } });
  });
}

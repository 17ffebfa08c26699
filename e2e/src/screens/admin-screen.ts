import type { Locator, Page } from 'playwright-core';

/** Screen of the back office. */
export interface AdminScreen {
  name: string;
  /** Path below `/admin`. */
  path: string;
  /** Replaced responses by method and path: a body, or the status of a failure. */
  answers?: Record<string, object | number>;
  /** Actions that lead to the screen. */
  reach?: (page: Page) => Promise<unknown>;
  /** Visible on the screen. */
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

/** Replaces responses of the API for a page. */
export async function answerInstead(page: Page, answers: NonNullable<AdminScreen['answers']>): Promise<void> {
  await page.route('**/api/**', (route, request) => {
    const path = new URL(request.url()).pathname.replace('/api', '');
    const answer = answers[`${request.method()} ${path}`];
    if (answer === undefined) return route.fallback();
    if (typeof answer === 'object') return route.fulfill({ json: answer });
    return route.fulfill({ status: answer, json: { statusCode: answer, message: 'The site says no.', code: 'no' } });
  });
}

import type { Locator, Page } from 'playwright-core';

/** Screen of the back office. */
export interface AdminScreen {
  name: string;
  /** Path below `/admin`. */
  path: string;
  /** Mocked responses by method and path: a body, or the status of an error. */
  responses?: Record<string, object | number>;
  /** Actions that lead to the screen. */
  steps?: (page: Page) => Promise<unknown>;
  /** Element to wait for. */
  element: (page: Page) => Locator;
  /** Expected console error, beside those of mocked statuses. */
  consoleError?: RegExp;
  isSignedOut?: true;
}

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true });
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
export const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name, exact: true });
export const confirmation = (name: string) => (page: Page) => page.getByRole('alertdialog', { name, exact: true });
export const option = (index: number) => (page: Page) => page.getByRole('listbox').getByRole('option').nth(index);

/** Presses the first button of that name; in a dialog, if one is open. */
export const press = (name: string) => async (page: Page) => {
  const open = page.locator('dialog[open]');
  const scope = (await open.count()) > 0 ? open.last() : page;
  await scope.getByRole('button', { name, exact: true }).first().click();
};

/** Selects the first photos of the list. */
export const selectPhotos = (count: number) => async (page: Page) => {
  const boxes = page.getByRole('list', { name: 'Photos', exact: true }).getByRole('checkbox');
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check();
};

export const sequence =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

/** Replaces responses of the API for a page. */
export async function mockResponses(page: Page, responses: NonNullable<AdminScreen['responses']>): Promise<void> {
  await page.route('**/api/**', (route, request) => {
    const path = new URL(request.url()).pathname.replace('/api', '');
    const response = responses[`${request.method()} ${path}`];
    if (response === undefined) return route.fallback();
    if (typeof response === 'object') return route.fulfill({ json: response });
    const json = { statusCode: response, message: 'Refused by the test.', code: 'no' };
    return route.fulfill({ status: response, json });
  });
}

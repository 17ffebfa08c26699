import type { Page } from 'playwright-core';

/** Screen of the public site. */
export interface PublicScreen {
  name: string;
  path: string;
  /** Heading of the page at `path`. */
  heading: string;
  /** Actions that lead to the screen. */
  steps?: (page: Page) => Promise<void>;
  /** Console error that the screen may cause. */
  consoleError?: RegExp;
}

/** All screens of the public site, except `/tags/:tag`, which is off by default. */
export const PUBLIC_SCREENS: PublicScreen[] = [
  { name: 'home', path: '/', heading: 'Welcome to my online portfolio' },
  { name: 'galleries', path: '/galleries', heading: 'Galleries' },
  { name: 'gallery', path: '/gallery/slack-water', heading: 'Slack Water' },
  { name: 'photo', path: '/photo/1?gallery=slack-water', heading: 'The Old Breakwater, Low Tide' },
  { name: 'about', path: '/about', heading: 'About' },
  { name: 'contact', path: '/contact', heading: 'Get in Touch' },
  { name: 'imprint', path: '/imprint', heading: 'Imprint' },
  { name: 'not-found', path: '/no/such/page', heading: 'Page not found', consoleError: /status of 404/ },
  {
    name: 'failure',
    path: '/about',
    heading: 'About',
    consoleError: /status of 403/,
    steps: async (page) => {
      // A status without an automatic retry.
      await page.route('**/api/galleries**', (route) => route.fulfill({ status: 403, json: {} }));
      await page.getByRole('link', { name: 'Galleries', exact: true }).click();
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
    },
  },
  {
    name: 'comment-errors',
    path: '/photo/2',
    heading: 'Three Sisters',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Post Comment' }).click();
      await page.getByText('Comment is required').waitFor();
    },
  },
  {
    name: 'contact-errors',
    path: '/contact?photo=1',
    heading: 'Get in Touch',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText('Message is required').waitFor();
    },
  },
  {
    name: 'contact-failure',
    path: '/contact',
    heading: 'Get in Touch',
    consoleError: /status of 403/,
    steps: async (page) => {
      await page.route('**/api/contact', (route) => route.fulfill({ status: 403, json: {} }));
      const message = { Name: 'Ada', Email: 'ada@example.org', Subject: 'A print', Message: 'Is it for sale?' };
      for (const [name, text] of Object.entries(message)) {
        await page.getByRole('textbox', { name, exact: true }).fill(text);
      }
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByRole('alert').filter({ hasText: 'Failed to send message' }).waitFor();
    },
  },
  {
    name: 'viewer',
    path: '/photo/1?gallery=slack-water',
    heading: 'The Old Breakwater, Low Tide',
    steps: async (page) => {
      await page.getByRole('button', { name: /^View full screen/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).waitFor();
    },
  },
];

import type { Page } from 'playwright-core';

/** A screen of the public site, and how one comes to it. */
export interface PublicScreen {
  name: string;
  path: string;
  /** Of the page at `path`. */
  heading: string;
  /** What is done on the page until the screen is there. */
  reach?: (page: Page) => Promise<void>;
  /** What the browser has to say of it although all is as it should be. */
  says?: RegExp;
}

/** Every screen that a visitor can come to, each once. */
export const PUBLIC_SCREENS: PublicScreen[] = [
  { name: 'home', path: '/', heading: 'Welcome to my online portfolio' },
  { name: 'galleries', path: '/galleries', heading: 'Galleries' },
  { name: 'gallery', path: '/gallery/slack-water', heading: 'Slack Water' },
  { name: 'photo', path: '/photo/1?gallery=slack-water', heading: 'The Old Breakwater, Low Tide' },
  { name: 'about', path: '/about', heading: 'About' },
  { name: 'contact', path: '/contact', heading: 'Get in Touch' },
  { name: 'imprint', path: '/imprint', heading: 'Imprint' },
  { name: 'not-found', path: '/no/such/page', heading: 'Page not found', says: /status of 404/ },
  {
    name: 'failure',
    path: '/about',
    heading: 'About',
    says: /status of 403/,
    reach: async (page) => {
      // A status after which the page does not ask again by itself.
      await page.route('**/api/galleries**', (route) => route.fulfill({ status: 403, json: {} }));
      await page.getByRole('link', { name: 'Galleries', exact: true }).click();
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
    },
  },
  {
    name: 'comment-errors',
    path: '/photo/2',
    heading: 'Three Sisters',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Post Comment' }).click();
      await page.getByText('Comment is required').waitFor();
    },
  },
  {
    name: 'contact-errors',
    path: '/contact?photo=1',
    heading: 'Get in Touch',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Send Message' }).click();
      await page.getByText('Message is required').waitFor();
    },
  },
  {
    name: 'viewer',
    path: '/photo/1?gallery=slack-water',
    heading: 'The Old Breakwater, Low Tide',
    reach: async (page) => {
      await page.getByRole('button', { name: /^View full screen/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Zoom in' }).waitFor();
    },
  },
];

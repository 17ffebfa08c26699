import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { accessibilityViolations } from '../../src/accessibility.ts';
import { BackOffice } from '../../src/back-office.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';
import { isFullLevel } from '@portfolio/testing/level';
import { visit } from '../../src/screens/screens.ts';
import { KeyboardVisitor, Visitor } from '../../src/visitor.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { atLevel } from '../../src/full-level.ts';

/** Validation in the page, and on the server for forms without scripts. */
const VISITORS = {
  ...(isFullLevel && { 'with a mouse': { Person: Visitor, javaScriptEnabled: true } }),
  'with the keyboard only': { Person: KeyboardVisitor, javaScriptEnabled: true },
  'without JavaScript': { Person: KeyboardVisitor, javaScriptEnabled: false },
};

type Filled = Record<string, string>;

/** Messages by name of the field. */
type InvalidCase = [values: string, filled: Filled, messages: Filled];

const COMMENT: Filled = {
  Name: 'Ruth Calder-Lind',
  Email: 'ruth@example.com',
  Comment: 'The third post from the end.',
};
const INVALID_COMMENTS: InvalidCase[] = [
  [
    'invalid values',
    { Name: 'Ruth <3', Email: 'ruth', Comment: 'Oh' },
    { Name: 'Name contains invalid characters', Email: 'Invalid email address', Comment: 'Comment is too short' },
  ],
  ['no values', {}, { Name: 'Name is required', Email: 'Email is required', Comment: 'Comment is required' }],
  [
    'too long values',
    { Name: 'R'.repeat(256), Email: 'ruth@example.com', Comment: 'o'.repeat(1001) },
    { Name: 'Name is too long', Comment: 'Comment is too long (max 1000 characters)' },
  ],
];

const MESSAGE: Filled = { Name: 'Tomas', Email: 'tomas@example.org', Subject: 'A print', Message: 'Is there one?' };
const INVALID_MESSAGES: InvalidCase[] = [
  ['invalid values', { ...MESSAGE, Email: 'tomas@' }, { Email: 'Invalid email address' }],
  [
    'no values',
    { Subject: '' },
    {
      Name: 'Name is required',
      Email: 'Email is required',
      Subject: 'Subject is required',
      Message: 'Message is required',
    },
  ],
];

let context: BrowserContext;
let monitored: MonitoredPage;
let visitor: Visitor;

useSite();
useArtist();

const main = () => visitor.get('main');
const field = (name: string) => main().getByRole('textbox', { name, exact: true });

async function fill(values: Filled): Promise<void> {
  for (const [name, value] of Object.entries(values)) await visitor.write(field(name), value);
}

const send = (name: string) => visitor.use(visitor.get('button', name));

async function waitForFieldError(name: string, message: string): Promise<void> {
  await visitor.waitForFieldError(field(name), message);
  expect(await field(name).getAttribute('aria-invalid')).toBe('true');
}

const values = (names: string[]) => Promise.all(names.map(async (name) => [name, await field(name).inputValue()]));

describe.each(Object.entries(VISITORS))('%s', (way, { Person, javaScriptEnabled }) => {
  beforeAll(async () => {
    context = await visit(browser, 'desktop', { javaScriptEnabled });
    monitored = await openMonitoredPage(context);
    visitor = new Person(monitored.page, site.url);
  });

  afterAll(async () => {
    await context.close();
    expect(monitored.consoleErrors.filter((text) => !BROWSER_ERROR.test(text))).toEqual([]);
  });

  describe('a comment', () => {
    beforeAll(async () => void (await visitor.open('/photo/2')));

    it.each(atLevel(INVALID_COMMENTS))(
      'with %s shows a message at each invalid field',
      async (_values, filled, messages) => {
        await fill({ Name: '', Email: '', Comment: '', ...filled });
        await send('Post Comment');
        for (const [name, message] of Object.entries(messages)) await waitForFieldError(name, message);
        const first = field(Object.keys(messages)[0]!);
        const hasFocus = () => first.evaluate((element) => element === document.activeElement);
        expect(await eventually(hasFocus, Boolean, { timeoutMs: 5_000 })).toBe(true);
        expect(await values(Object.keys(filled))).toEqual(Object.entries(filled));
        if (isFullLevel && javaScriptEnabled) expect(await accessibilityViolations(visitor.page)).toEqual([]);
      },
    );

    it('is pending, then public once the artist approves it', async () => {
      const content = `${COMMENT.Comment} Sent ${way}.`;
      await fill({ ...COMMENT, Comment: content });
      await send('Post Comment');
      await visitor.page.getByText('It will appear once it has been approved.').waitFor();
      // With JavaScript, a toast shows it too.
      await visitor.text('Comment added successfully!').first().waitFor();
      expect(await values(['Name', 'Email', 'Comment'])).toEqual([
        ['Name', ''],
        ['Email', ''],
        ['Comment', ''],
      ]);
      expect(await visitor.text(content).count()).toBe(0);

      const [comment] = (await artist.pendingComments()).filter((one) => one.content === content);
      expect(comment).toMatchObject({ author_name: COMMENT.Name, author_email: COMMENT.Email, photo_id: 2 });
      await artist.approve(comment!);
      await visitor.openUntil('/photo/2', visitor.text(content));
      expect(await main().innerText()).not.toContain(COMMENT.Email);
    });
  });

  describe('a message', () => {
    beforeAll(async () => void (await visitor.open('/contact')));

    it.each(atLevel(INVALID_MESSAGES))(
      'with %s shows a message at each invalid field',
      async (_values, filled, messages) => {
        await fill({ Name: '', Email: '', Subject: '', Message: '', ...filled });
        await send('Send Message');
        for (const [name, message] of Object.entries(messages)) await waitForFieldError(name, message);
        expect(await values(Object.keys(filled))).toEqual(Object.entries(filled));
        if (isFullLevel && javaScriptEnabled) expect(await accessibilityViolations(visitor.page)).toEqual([]);
      },
    );

    it("appears in the artist's inbox", async () => {
      const message: Filled = { ...MESSAGE, Subject: `A print, ${way}` };
      await fill(message);
      await send('Send Message');
      await visitor.text("Message sent successfully! I'll get back to you soon.").first().waitFor();
      expect(await values(['Name', 'Message'])).toEqual([
        ['Name', ''],
        ['Message', ''],
      ]);
      const [newest] = await artist.messages();
      expect(newest).toMatchObject({
        name: message.Name,
        email: message.Email,
        subject: message.Subject,
        message: message.Message,
        photo: null,
      });
    });

    it('about a photo shows the photo', async () => {
      await visitor.open('/photo/1');
      await visitor.text('$1,250.00').waitFor();
      await visitor.follow('Ask about this photo', 'Get in Touch');
      await main().getByRole('link', { name: 'The Old Breakwater, Low Tide' }).waitFor();
      await main().getByText('$1,250.00').waitFor();
      expect(await field('Subject').inputValue()).toContain('The Old Breakwater, Low Tide');
      const { Name, Email } = MESSAGE;
      await fill({ Name: Name!, Email: Email!, Message: `Is it still for sale? Sent ${way}.` });
      await send('Send Message');
      await visitor.text("Message sent successfully! I'll get back to you soon.").first().waitFor();
      const [newest] = await artist.messages();
      expect(newest).toMatchObject({
        message: `Is it still for sale? Sent ${way}.`,
        photo: { id: 1, title: 'The Old Breakwater, Low Tide' },
      });
    });
  });
});

/** The browser's own console line for a form response with an error status. */
const BROWSER_ERROR = /status of 400/;

const FORMS = [
  ['comment', '/photo/3', COMMENT, 'Post Comment'],
  ['message', '/contact', MESSAGE, 'Send Message'],
] as const;
describe.each(atLevel(FORMS))('an unsent %s', (_what, path, filled, button) => {
  beforeAll(async () => {
    context = await visit(browser, 'phone');
    visitor = new Visitor(await context.newPage(), site.url);
    await visitor.open(path);
    await waitForHydration(visitor.page);
  });
  afterAll(() => context.close());

  it('is restored after a reload, and can be sent', async () => {
    await fill(filled);
    const last = JSON.stringify(Object.values(filled).at(-1));
    const isSaved = () =>
      visitor.page.evaluate((text) => Object.values({ ...sessionStorage }).some((draft) => draft.includes(text)), last);
    await waitUntil(isSaved);
    await visitor.page.reload();
    await waitForHydration(visitor.page);
    // The draft is restored once the form is interactive.
    const typed = await eventually(
      () => values(Object.keys(filled)),
      (found) => found.every(([, value]) => value !== ''),
    );
    expect(typed).toEqual(Object.entries(filled));
    await send(button);
    await visitor
      .text(/It will appear once it has been approved|Message sent successfully/)
      .first()
      .waitFor();
  });
});

describe('the administrator on the public pages', () => {
  beforeAll(async () => {
    context = await visit(browser, 'desktop');
    monitored = await openMonitoredPage(context);
    visitor = new KeyboardVisitor(monitored.page, site.url);
    const backOffice = new BackOffice(monitored.page, `${site.url}/admin`);
    await backOffice.open();
    await backOffice.signIn(DEMO_ACCOUNT);
  });
  afterAll(() => context.close());

  it('sees the name and a link to the back office', async () => {
    await visitor.open('/');
    await visitor.get('banner').getByText(DEMO_ACCOUNT.name, { exact: true }).last().waitFor();
    expect(await visitor.get('link', 'Admin').getAttribute('href')).toBe('/admin');
    await visitor.get('button', 'Logout').waitFor();
    expect(await accessibilityViolations(visitor.page)).toEqual([]);
  });

  it('sees hidden photos and galleries, marked as hidden', async () => {
    const hidden = await artist.gallery('dry-country');
    await artist.setVisibility([hidden], false);
    const otherVisitor = new Visitor(await (await visit(browser, 'desktop')).newPage(), site.url);
    await otherVisitor.openUntil('/gallery/dry-country', otherVisitor.get('heading', 'Gallery not found'));

    await visitor.open('/gallery/dry-country');
    await visitor.waitForHeading('Dry Country');
    await visitor.text('Not public').waitFor();
    await visitor.use(main().getByRole('listitem').first().getByRole('link'));
    await visitor.waitForHeading('First Quarter of an Hour');
    await visitor.text('Not public').waitFor();
    await visitor.open('/galleries');
    await visitor.get('link', /: High Ground$/).waitFor();
    expect(await visitor.get('link', /: Dry Country$/).count()).toBe(0);
  });

  it('signs out and sees the site as a visitor', async () => {
    await visitor.use(visitor.get('button', 'Logout'));
    await visitor.get('link', 'Admin').waitFor({ state: 'detached' });
    await visitor.open('/gallery/dry-country');
    await visitor.waitForHeading('Gallery not found');
    expect(await visitor.get('button', 'Logout').count()).toBe(0);
  });
});

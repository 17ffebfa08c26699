import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { call } from '../../src/artist.ts';
import { BackOffice, type OfficePage } from '../../src/back-office.ts';
import { NetworkFaults } from '../../src/site/network-faults.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { SCREENS, visit } from '../../src/screens/screens.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { browser, site, useSite } from '../../src/demo-site.ts';
import { atLevel, itAtFullLevel } from '../../src/full-level.ts';

/** Time until public pages show a changed setting. */
const VISIBLE_TIMEOUT_MS = 5_000;

let context: BrowserContext;
let monitored: MonitoredPage;
let office: BackOffice;
let network: NetworkFaults;

useSite();

beforeAll(async () => {
  context = await visit(browser, 'desktop');
  await startVisit(context);
}, FIRST_START_MS);

afterEach(() => expect(monitored.consoleErrors).toEqual([]));

/** Opens the back office for the following tests. */
async function startVisit(visit: BrowserContext, address = `${site.url}/admin`): Promise<void> {
  monitored = await openMonitoredPage(visit);
  office = new BackOffice(monitored.page, address);
  network = new NetworkFaults(monitored);
}

describe('signing in', () => {
  it('redirects to the sign-in page and remembers the address', async () => {
    await monitored.page.goto(`${site.url}/imprint`);
    await office.open('/comments?status=approved');
    await office.waitForHeading('Sign in');
    expect(office.path).toBe('/login');
    await monitored.page.goBack();
    expect(monitored.page.url()).toBe(`${site.url}/imprint`);
    await monitored.page.goForward();
    await office.waitForHeading('Sign in');
  });

  it('shows the demo account in demo mode', async () => {
    const hint = office.get('complementary', 'Demo account');
    for (const word of [DEMO_ACCOUNT.email, DEMO_ACCOUNT.password])
      await hint.getByText(word, { exact: true }).waitFor();
    await hint.getByRole('button', { name: 'Fill in for me' }).click();
    expect(await office.field('Email').inputValue()).toBe(DEMO_ACCOUNT.email);
    expect(await office.field('Password').inputValue()).toBe(DEMO_ACCOUNT.password);
  });

  it('leads to the requested page and leaves no history entry', async () => {
    await office.use(office.get('button', 'Sign In'));
    await office.waitForText('Welcome back!');
    const toast = await monitored.page.getByText('Welcome back!').boundingBox();
    expect([toast!.x > SCREENS.desktop.viewport.width / 2, toast!.y < 200]).toEqual([true, true]);
    await office.waitForHeading('Manage Comments');
    expect(office.path).toBe('/comments?status=approved');
    await monitored.page.goBack();
    expect(monitored.page.url()).toBe(`${site.url}/imprint`);
  });

  it('is skipped with a stored token, with a spinner during the check', async () => {
    await network.delay('GET /auth/me', async () => {
      await office.open();
      await office.get('status').filter({ hasText: 'Loading' }).waitFor();
      expect(await office.get('heading').count()).toBe(0);
    });
    await office.waitForHeading('Dashboard');
  });

  it('is required after a session ends, and leads back', async () => {
    await office.show('News');
    await network.fail('GET /comments', 'auth.required', async () => {
      await office.menu('Comments').click();
      await office.waitForHeading('Sign in');
    });
    await office.signIn(DEMO_ACCOUNT);
    await office.waitForHeading('Manage Comments');
    expect(office.path).toBe('/comments');
  });

  it('restores the text typed before the session ended', async () => {
    await office.show('News');
    await office.use(office.get('button', 'New News Item'));
    await office.write(office.field('Headline'), 'A long story');
    await network.fail('POST /news', 'auth.required', async () => {
      await office.press('Create News', 'Create News Item');
      await office.waitForHeading('Sign in');
    });
    await office.signIn(DEMO_ACCOUNT);
    await office.dialog('Create News Item').waitFor();
    expect(await office.field('Headline').inputValue()).toBe('A long story');
    await monitored.page.keyboard.press('Escape');
    await office.confirm('What you have changed here has not been saved.', 'Discard');
    await office.dialog('Create News Item').waitFor({ state: 'detached' });
  });

  itAtFullLevel('rejects an invalid token', async () => {
    const otherContext = await visit(browser, 'desktop');
    await otherContext.addInitScript(() => localStorage.setItem('token', 'invalid'));
    const previous = { monitored, office, network };
    await startVisit(otherContext);
    await network.expectErrors(async () => {
      await office.open('/settings');
      await office.waitForHeading('Sign in');
    });
    await otherContext.close();
    ({ monitored, office, network } = previous);
  });
});

describe('the dashboard', () => {
  beforeAll(() => office.show('Dashboard'));

  it('shows the latest 5 photos and 5 comments', async () => {
    for (const [title, comment] of [
      ['photos', /Grammar/],
      ['comments', /Maya Okafor/],
    ] as const) {
      const latest = office.get('region', new RegExp(title, 'i')).getByRole('listitem');
      await latest.first().waitFor();
      expect(await latest.count()).toBe(5);
      expect((await latest.allInnerTexts()).join('\n')).toMatch(comment);
    }
  });

  const ACTIONS = [
    ['Upload Photo', 'Upload Photo'],
    ['New Gallery', 'Create Gallery'],
    ['New News Item', 'Create News Item'],
  ];
  it.each(atLevel(ACTIONS))('opens the dialog of %s', async (action, dialog) => {
    await office.get('region', 'Quick actions').getByRole('link', { name: action }).click();
    await office.dialog(dialog).waitFor();
    await monitored.page.keyboard.press('Escape');
    await office.dialog(dialog).waitFor({ state: 'detached' });
    expect(await monitored.page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
    await office.show('Dashboard');
  });

  itAtFullLevel('shows an error with Retry when loading fails', async () => {
    await network.fail('GET /admin/dashboard', 'empty', async () => {
      // A new page has no earlier request under way.
      await office.open();
      await office.get('alert').getByText('Failed to load dashboard data').waitFor();
    });
    await office.use(office.get('button', 'Try Again'));
    await office.get('alert').filter({ hasText: 'dashboard data' }).waitFor({ state: 'detached' });
    await office.get('link', /^12 Photos/).waitFor();
  });
});

describe('all pages', () => {
  it('close a dialog on Back, with a confirmation before unsaved text is discarded', async () => {
    const { page } = monitored;
    const dialog = office.dialog('Edit Photo');
    const edit = () => office.use(office.get('button', 'Edit Grammar'));
    const isClosed = async () => {
      await dialog.waitFor({ state: 'detached' });
      expect(office.path).toBe('/photos');
    };
    await office.show('Photos');
    await edit();
    await dialog.waitFor();
    await page.goBack();
    await isClosed();

    await edit();
    await office.write(office.field('Title'), 'Syntax');
    await page.goBack();
    await office.confirm('What you have changed here has not been saved.', 'Discard');
    await isClosed();

    await edit();
    await office.press('Cancel', 'Edit Photo');
    await isClosed();
    await page.goBack();
    await office.waitForHeading('Dashboard');
  });

  it('sign out to the sign-in page', async () => {
    await office.use(office.get('button', 'Logout'));
    await office.waitForHeading('Sign in');
    await office.open('/photos');
    await office.waitForHeading('Sign in');
    // Without a requested page, sign-in leads to the dashboard.
    await monitored.page.goto(`${site.url}/imprint`);
    await office.open('/login');
    await office.signIn(DEMO_ACCOUNT);
    await office.waitForHeading('Dashboard');
    expect(office.path).toBe('');
  });

  it('require a new sign-in on a device whose session was revoked', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1';
    const otherContext = await visit(browser, 'desktop', { userAgent });
    const other = new BackOffice(await otherContext.newPage(), `${site.url}/admin`);
    await other.open();
    await other.signIn(DEMO_ACCOUNT);

    await office.show('Settings');
    await office.showSettings('Sessions');
    await office.row('Sign-in on a new device').filter({ hasText: 'Safari on iPhone' }).waitFor();
    await office.use(office.get('button', 'End session: Safari on iPhone'));
    await office.confirm(/^This signs out Safari on iPhone\./, 'End Session');
    await office.row('Session ended: Safari on iPhone').waitFor();

    // By address: a request that ends the session may remove the menu first.
    await other.open('/news');
    await other.waitForHeading('Sign in');
    await otherContext.close();
  });
});

describe('on a phone', () => {
  const TABLES: [OfficePage, string][] = [
    ['Galleries', 'Slack Water'],
    ['News', 'Slack Water at the Harbour Rooms'],
  ];
  it.each(atLevel(TABLES))('the rows of %s are cards', async (page, name) => {
    const phone = await visit(browser, 'phone', { signedInLike: context });
    const phoneOffice = new BackOffice(await phone.newPage(), `${site.url}/admin`);
    await phoneOffice.open(`/${page.toLowerCase()}`);
    const cells = phoneOffice.row(name).getByRole('cell');
    await cells.first().waitFor();
    const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
    const tops = boxes.map((box) => box!.y);
    expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
    expect(
      await phoneOffice
        .row(name)
        .getByRole('cell')
        .nth(2)
        .evaluate((cell) => getComputedStyle(cell, '::before').content),
    ).toMatch(/Status|Link/);
    expect(await phoneOffice.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await phone.close();
  });

  it('the filters of Photos are behind a button', async () => {
    const phone = await visit(browser, 'phone', { signedInLike: context });
    const phoneOffice = new BackOffice(await phone.newPage(), `${site.url}/admin`);
    await phoneOffice.open('/photos');
    await phoneOffice.field('Search').waitFor();
    expect(await phoneOffice.field('Sort by').isVisible()).toBe(false);
    await phoneOffice.get('button', 'Filters').click();
    await phoneOffice.field('Sort by').selectOption('Title');
    await phoneOffice.get('button', 'Filters (1)').click();
    await phoneOffice.field('Sort by').waitFor({ state: 'hidden' });
    await phone.close();
  });
});

describe('the standalone back office', () => {
  const newVisitor = async () => new Visitor(await (await visit(browser, 'desktop')).newPage(), site.url);

  beforeAll(async () => {
    await startVisit(await visit(browser, 'desktop'), `${site.adminUrl}/admin-app`);
    await office.open('/photos?search=ridge');
    await office.signIn(DEMO_ACCOUNT);
  });

  it('signs in and returns to the requested page', async () => {
    await office.waitForHeading('Photos');
    expect(office.path).toBe('/photos?search=ridge');
  });

  it('publishes an uploaded photo in a gallery', async () => {
    await office.show('Photos');
    await office.upload(await plainPicture(), { title: 'From elsewhere', altText: 'A plain of blue' });
    await office.waitForText('Photo uploaded successfully!');
    await office.photoCard('From elsewhere').getByRole('img', { name: 'A plain of blue' }).waitFor({ timeout: 60_000 });
    await office.show('Galleries');
    await office.createGallery('Elsewhere', ['From elsewhere', 'Grammar']);
    await office.row('Elsewhere').waitFor();
    expect((await fetch(`${site.url}/gallery/elsewhere`)).status).toBe(200);
  });

  itAtFullLevel('publishes an approved comment', async () => {
    const comment = { photo_id: 1, author_name: 'Ann', author_email: 'ann@example.org', content: 'From afar.' };
    await call('POST', `${site.url}/api/comments`, comment);
    await office.menu('Comments').filter({ hasText: '1 pending' }).click();
    await office.get('article', 'Comment by Ann').getByRole('button', { name: 'Approve' }).click();
    await office.get('article', 'Comment by Ann').getByText('Approved', { exact: true }).waitFor();
    const visitor = await newVisitor();
    await visitor.openUntil('/photo/1', visitor.text('From afar.'));
    await visitor.page.close();
  });

  itAtFullLevel('has the pages of the settings, also at their earlier addresses', async () => {
    await office.open('/settings#sessions');
    await office.get('table', 'Sessions').waitFor();
    expect(office.path).toBe('/settings/sessions');
    await office.showSettings('Texts');
    await monitored.page.reload();
    await office.field('Story').waitFor();
    expect(office.path).toBe('/settings/texts');
  });

  itAtFullLevel('switches the site to the dark theme', async () => {
    await office.show('Settings');
    await office.get('button', 'Dark').click();
    await office.waitForText('Dark theme enabled!');
    const visitor = await newVisitor();
    await visitor.openUntil('/', visitor.page.locator('html[data-theme=dark]'), VISIBLE_TIMEOUT_MS);
    await visitor.page.close();
  });
});

import { DEMO_ACCOUNT, type PhotoView } from '@portfolio/contracts';
import { describe, expect, it } from '@jest/globals';
import { BackOffice } from '../../src/back-office.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { SCREENS, visit } from '../../src/screens/screens.ts';
import { Visitor } from '../../src/visitor.ts';
import { openMonitoredPage } from '../../src/monitored-page.ts';
import {
  browser,
  context,
  monitored,
  network,
  office,
  site,
  useBackOffice,
  useSite,
  useVisitor,
  visitor,
} from '../../src/demo-site.ts';
import { itAtFullLevel } from '../../src/full-level.ts';

/** Long, for a busy machine. */
const RENDER_TIMEOUT_MS = 60_000;
/** Time until public pages show a changed setting. */
const VISIBLE_TIMEOUT_MS = 5_000;
const NEW_PASSWORD = 'a quiet harbour';

useSite();
useBackOffice('/settings', 'Settings');
useVisitor();

const press = (name: string) => office.use(office.get('button', name));

it('the settings have pages', async () => {
  await office.waitForText('Manage your profile and account settings');
  await office.get('heading', 'Photo Details').waitFor();
  expect(await monitored.page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Profile Information',
    'Change Password',
    'Background Image',
    'Background Display Options',
    'Photo Details',
  ]);
  expect(await office.get('navigation', 'Settings').getByRole('link').allInnerTexts()).toEqual([
    'Profile and Look',
    'Texts',
    'Rights',
    'Contact',
    'Privacy',
    'Sessions',
    'Export',
  ]);
});

describe('the artist’s account', () => {
  it('changes its password, which ends other sessions only', async () => {
    const otherContext = await visit(browser, 'desktop', { signedInLike: context });
    const other = new BackOffice(await otherContext.newPage(), `${site.url}/admin`);
    await other.open('/news');
    await other.waitForHeading('Manage News');

    const filled = {
      'Full Name': 'Elin M. Marsh',
      'Current Password': DEMO_ACCOUNT.password,
      'New Password': NEW_PASSWORD,
      'Confirm New Password': NEW_PASSWORD,
    };
    for (const [name, words] of Object.entries(filled)) await office.write(office.field(name), words);
    // Requests that were sent before the new token are refused, and sent again.
    await network.expectErrors(async () => {
      await network.delay('PUT /admin/settings/profile', async () => {
        await press('Save Changes');
        await office.get('button', 'Saving...').waitFor();
      });
      await office.waitForText('Settings updated successfully!');
      await office.get('banner').getByText('Elin M. Marsh', { exact: true }).waitFor();
      expect(await office.field('New Password').inputValue()).toBe('');

      // The event stream reports it within seconds, or the next request does.
      await other.open('/comments');
      await other.waitForHeading('Sign in');
      await otherContext.close();
      await office.show('Comments');
      await office.show('Settings');
    });
  });
});

describe('the background image', () => {
  const input = (label: string) => office.get('region', 'Background Image').getByLabel(label, { exact: true });
  const picture = async (name = 'harbour.jpg') => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await plainPicture('#3a5a78', { width: 1600, height: 1000 }),
  });

  itAtFullLevel('must be an image of at most 10 MB', async () => {
    await office.waitForText('Max 10MB');
    const buffer = Buffer.alloc(10 * 1024 * 1024 + 1);
    await input('Choose Image').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('No.'),
    });
    await office.waitForAlert('Please select an image file');
    await input('Choose Image').setInputFiles({ name: 'huge.jpg', mimeType: 'image/jpeg', buffer });
    await office.waitForAlert('Image size must be less than 10MB');
  });

  it('is previewed, uploaded, and shown on the home page', async () => {
    await input('Choose Image').setInputFiles(await picture());
    await office.get('img', 'Chosen: harbour.jpg').waitFor();
    await network.delay('POST /admin/settings/background-image', async () => {
      await press('Upload Image');
      await office.get('button', 'Uploading...').waitFor();
    });
    await office.waitForText('Background image uploaded successfully!');
    await input('Replace Image').waitFor({ state: 'attached' });
    await office
      .get('status')
      .filter({ hasText: 'Being prepared.' })
      .waitFor({ state: 'hidden', timeout: RENDER_TIMEOUT_MS });
    await visitor.openUntil('/', visitor.page.locator('[data-background=hero]'), VISIBLE_TIMEOUT_MS);
  });

  it('covers the title section or the whole page', async () => {
    const toggle = office.get('switch', 'Full Page Background');
    await toggle.click();
    await office.waitForText('Full page background enabled!');
    await visitor.openUntil('/', visitor.page.locator('[data-background=page]'), VISIBLE_TIMEOUT_MS);
    // This browser has overlay scrollbars.
    const picture = await visitor.page.locator('[data-background=page] picture').first().boundingBox();
    expect(picture).toMatchObject({ x: 0, width: SCREENS.desktop.viewport.width });
    await toggle.click();
    await office.waitForText('Full page background disabled!');
    await visitor.openUntil('/', visitor.page.locator('[data-background=hero]'), VISIBLE_TIMEOUT_MS);
  });

  it('is removed', async () => {
    await press('Remove Image');
    await office.confirm('Are you sure you want to remove the background image?', 'Remove');
    await office.waitForText('Background image removed successfully!');
    await visitor.openUntil('/', visitor.page.locator('body:not(:has([data-background]))'), VISIBLE_TIMEOUT_MS);
    await input('Choose Image').waitFor({ state: 'attached' });
  });
});

describe('texts and language of the site', () => {
  it('edited texts are on every page', async () => {
    const texts = [
      ['Texts', 'Hero text', 'Photographs of quiet places', '/'],
      ['Texts', 'Moment', 'Nothing lasts longer.', '/about'],
      ['Contact', 'Reply promise', 'I reply within a week.', '/contact'],
      ['Privacy', 'Responsible for this website', '1 Quay Lane', '/imprint'],
    ] as const;
    // The version that was loaded before the switches would be refused once.
    await monitored.page.reload();
    for (const [page, name, words] of texts) {
      await office.showSettings(page);
      await office.write(office.field(name), words);
      await office.waitForText('1 unsaved change');
      if (name === 'Hero text') await office.get('img', /It says: Photographs of quiet places/).waitFor();
      await press('Save Changes');
      await office.get('button', 'Save Changes').and(monitored.page.locator(':disabled')).waitFor();
    }
    for (const [, , words, path] of texts)
      await visitor.openUntil(path, visitor.page.getByText(words), VISIBLE_TIMEOUT_MS);
  });

  it("pages use the site's language and time zone, wherever the visitor is", async () => {
    const { photo } = (await (await fetch(`${site.url}/api/photos/2`)).json()) as { photo: PhotoView };
    // A time zone with another day than UTC.
    const timeZone = new Date(photo.created_at).getUTCHours() < 10 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati';
    const day = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeZone }).format(new Date(photo.created_at));
    await office.showSettings('Texts');
    await office.field('Language').selectOption('de');
    await office.field('Time zone').selectOption(timeZone);
    await press('Save Changes');
    await office.waitForText('Settings updated successfully!');
    await visitor.openUntil('/', visitor.page.locator('html[lang=de]'), VISIBLE_TIMEOUT_MS);

    const visitorContext = await visit(browser, 'desktop', { locale: 'fr-FR', timezoneId: 'America/Los_Angeles' });
    const visitorPage = await openMonitoredPage(visitorContext);
    const foreignVisitor = new Visitor(visitorPage.page, site.url);
    const dates = () => visitorPage.page.locator(`time[datetime="${photo.created_at}"]`).allInnerTexts();
    await foreignVisitor.open('/photo/2');
    expect(await dates()).toEqual([day]);
    await foreignVisitor.follow('Back to gallery', photo.gallery_name ?? '');
    await foreignVisitor.use(foreignVisitor.get('main').getByRole('link').filter({ hasText: photo.title }));
    await foreignVisitor.waitForHeading(photo.title);
    expect(await dates()).toEqual([day]);
    expect(await visitorPage.page.locator('html').getAttribute('lang')).toBe('de');
    expect(visitorPage.consoleErrors).toEqual([]);
    await visitorContext.close();
  });

  itAtFullLevel('the account can be edited while website settings fail to load', async () => {
    await office.show('News');
    // Clears the query cache.
    await monitored.page.reload();
    await office.waitForHeading('Manage News');
    await network.fail(
      'GET /admin/settings/website',
      'empty',
      async () => {
        await office.menu('Settings').click();
        await office.waitForText('The settings of the site cannot be changed right now.');
      },
      /^The settings of the website could not be fetched/,
    );
    expect(await office.get('alert').count()).toBe(0);
    await office.field('Full Name').waitFor();
    await press('Try Again');
    await office.get('switch', 'Full Page Background').waitFor();
  });
});

it('"Sign out everywhere" ends all sessions', async () => {
  const otherContext = await visit(browser, 'desktop', { signedInLike: context });
  const other = new BackOffice(await otherContext.newPage(), `${site.url}/admin`);
  await other.open('/news');
  await other.waitForHeading('Manage News');
  await office.showSettings('Sessions');
  await network.expectErrors(async () => {
    await press('Sign Out Everywhere');
    await office.confirm(
      'This ends your sessions on all devices, and here too: you will have to sign in again.',
      'Sign Out Everywhere',
    );
    await office.waitForHeading('Sign in');
  });
  // The event may have arrived already.
  await other.open('/comments');
  await other.waitForHeading('Sign in');
  await office.signIn({ email: DEMO_ACCOUNT.email, password: NEW_PASSWORD });
  await office.waitForHeading('Settings');
});

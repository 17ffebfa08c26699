import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';
import { lightroomBlocks, withMetadata } from '@portfolio/testing';
import { Artist, call } from '../../src/artist.ts';
import { BackOffice } from '../../src/back-office.ts';
import { artist, browser, monitored, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';
import { visit } from '../../src/screens/screens.ts';
import { contentOf, saveProfile } from '../../src/site/exported-site.ts';
import { NEW_ACCOUNT, startNewSite, type NewSite } from '../../src/site/new-site.ts';
import { FIRST_START_MS } from '../../src/site/site.ts';
import { jpeg, plainPicture } from '../../src/test-pictures.ts';
import { Visitor } from '../../src/visitor.ts';

const EXPORTS = 30;
const PRICES = 20;
const MINUTE_MS = 60_000;

const TITLES = Array.from({ length: EXPORTS }, (_, index) => `Harbour ${String(index + 1).padStart(2, '0')}`);

const ELIN = { name: 'Elin Marsh', email: 'elin@example.org', password: 'another long secret' };

let copy: NewSite | undefined;

useSite();
useArtist();
useBackOffice('/photos');

afterAll(() => copy?.remove(), 60_000);

async function newVisitor(): Promise<Visitor> {
  return new Visitor(await (await visit(browser, 'desktop')).newPage(), site.url);
}

/** Creates a hidden gallery. */
async function draft(title: string, photos: string[]): Promise<void> {
  await office.get('button', 'Create Gallery').first().click();
  const dialog = office.dialog('Create Gallery');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('radio', { name: 'Hidden' }).check();
  await office.choose(photos);
  await dialog.getByRole('button', { name: 'Create Gallery' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** @returns the address of a new preview link */
async function makePreviewLink(gallery: string, recipient: string): Promise<string> {
  await office.get('button', `Edit ${gallery}`).click();
  const dialog = office.dialog('Edit Gallery');
  await dialog.getByLabel('For whom').fill(recipient);
  await dialog.getByRole('button', { name: 'Create Link' }).click();
  return dialog.getByLabel('New link').inputValue();
}

/** Makes the gallery of the open form public, from a time on: `2026-03-14T09:26`, in UTC. */
async function schedule(minute: string): Promise<void> {
  const dialog = office.dialog('Edit Gallery');
  await dialog.getByRole('radio', { name: 'Public' }).check();
  await dialog.getByLabel('Publish at', { exact: true }).fill(minute);
  await office.press('Update Gallery', 'Edit Gallery');
  await dialog.waitFor({ state: 'detached' });
}

const asMinute = (time: number) => new Date(time).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);

const statusOf = async (path: string) => (await fetch(site.url + path)).status;

it('drops thirty exports of Lightroom, whose titles are in the files', async () => {
  const files = TITLES.map(async (title, index) => {
    const picture = await plainPicture(`hsl(${index * 12}, 40%, 40%)`);
    return jpeg(`IMG_${1000 + index}.jpg`, withMetadata(picture, lightroomBlocks(title)));
  });
  await office.get('button', 'Add Photo').first().click();
  const choose = office.dialog('Upload Photo').getByLabel('Image', { exact: true });
  await choose.setInputFiles(await Promise.all(files));
  await office.press(`Upload ${EXPORTS} Photos`, 'Upload Photos');
  await office.waitForText(`${EXPORTS} uploaded`);
  const uploaded = await eventually(
    async () => (await artist.photos()).filter(({ title }) => TITLES.includes(title)),
    (photos) => photos.length === EXPORTS && photos.every(({ status }) => status === 'ready'),
    { timeoutMs: 120_000 },
  );
  expect(uploaded.map(({ title }) => title).sort()).toEqual(TITLES);
  expect(uploaded.every(({ alt_text }) => alt_text === 'Boats lying on mud.')).toBe(true);
});

it('previews two drafts by link, and schedules them', async () => {
  await office.show('Galleries');
  const visitor = await newVisitor();
  // The form takes whole minutes: the next one may be too near.
  const delays = { 'Inner Harbour': 1.25 * MINUTE_MS, 'Outer Harbour': 1_000 * MINUTE_MS };
  for (const [index, [gallery, delay]] of Object.entries(delays).entries()) {
    const path = `/gallery/${gallery.toLowerCase().replace(' ', '-')}`;
    await draft(gallery, TITLES.slice(index * 4, index * 4 + 4));
    expect(await statusOf(path)).toBe(404);
    const link = await makePreviewLink(gallery, 'The curator');
    await visitor.page.goto(link);
    await visitor.waitForHeading(gallery);
    await schedule(asMinute(Date.now() + delay));
    expect(await statusOf(path)).toBe(404);
    // The link still opens it.
    await visitor.page.goto(link);
    await visitor.waitForHeading(gallery);
  }
  expect(
    await eventually(
      () => statusOf('/gallery/inner-harbour'),
      (status) => status === 200,
      { timeoutMs: 2 * MINUTE_MS },
    ),
  ).toBe(200);
  expect(await statusOf('/gallery/outer-harbour')).toBe(404);
  await visitor.page.context().close();
});

it('makes a gallery private, which its password opens', async () => {
  await office.get('button', 'Edit Slack Water').click();
  const dialog = office.dialog('Edit Gallery');
  await dialog.getByRole('radio', { name: 'Private' }).check();
  await dialog.getByLabel('Password', { exact: true }).fill('neap tide');
  await office.press('Update Gallery', 'Edit Gallery');
  await dialog.waitFor({ state: 'detached' });

  const visitor = await newVisitor();
  const password = visitor.page.getByLabel('Password', { exact: true });
  await visitor.openUntil('/gallery/slack-water', password);
  expect(await visitor.page.getByRole('img').count()).toBe(0);
  await password.fill('spring tide');
  await visitor.get('button', 'Open Gallery').click();
  await visitor.get('alert').first().waitFor();
  await password.fill('neap tide');
  await visitor.get('button', 'Open Gallery').click();
  await visitor
    .get('link', /The Old Breakwater/)
    .first()
    .waitFor();
  await visitor.page.context().close();
});

it('replaces an image, and keeps what belongs to the photo', async () => {
  const find = async () => (await artist.photos()).find(({ title }) => title === 'Grammar')!;
  const before = await find();
  await office.open('/photos?search=Grammar');
  await office.photoCard('Grammar').getByRole('button', { name: 'Edit Grammar' }).click();
  const dialog = office.dialog('Edit Photo');
  await dialog.getByLabel('New image').setInputFiles(jpeg('grammar.jpg', await plainPicture('#7a5230')));
  await office.waitForText('Image replaced');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const after = await eventually(
    find,
    ({ image_url, status }) => image_url !== before.image_url && status === 'ready',
    {
      timeoutMs: MINUTE_MS,
    },
  );
  const details = ({ id, title, description, galleries, comment_count }: typeof before) => [
    id,
    title,
    description,
    galleries,
    comment_count,
  ];
  expect(details(after)).toEqual(details(before));
  expect([after.width, after.height]).toEqual([720, 480]);
});

it('pastes twenty prices', async () => {
  const { page } = monitored;
  await office.open('/photos?view=table');
  const prices = page.getByRole('textbox', { name: /^Selling Price of / });
  await prices.nth(PRICES - 1).waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = Array.from({ length: PRICES }, (_, index) => `${100 + index}\tyes\n`).join('');
  await page.evaluate((text) => navigator.clipboard.writeText(text), lines);
  await prices.first().focus();
  await page.keyboard.press('ControlOrMeta+v');
  await office.waitForText(`${2 * PRICES} cells pasted`);
  await page.keyboard.press('ControlOrMeta+s');
  await office.waitForText(`${PRICES} photos saved`);
  const priced = (await artist.photos()).filter(
    ({ selling_price: price }) => price !== null && price >= 100 && price < 100 + PRICES,
  );
  expect(priced).toHaveLength(PRICES);
});

it('deletes a gallery, and restores it', async () => {
  await office.show('Galleries');
  await office.get('button', 'Delete Dry Country').click();
  await office.confirm('Are you sure you want to delete this gallery?');
  await office.waitForText('Gallery deleted successfully');
  // The toast stays under the pointer.
  await office.get('button', 'Undo').hover();
  await waitUntil(async () => (await statusOf('/gallery/dry-country')) === 410);
  await office.get('button', 'Undo').click();
  await office.row('Dry Country').waitFor();
  await waitUntil(async () => (await statusOf('/gallery/dry-country')) === 200);
});

it('answers a comment', async () => {
  const [photo] = (await artist.photos()).filter(({ title }) => title === 'Nine Ridges');
  const comment = { author_name: 'Ines', author_email: 'ines@example.org', content: 'Which month was this?' };
  await call('POST', `${site.url}/api/comments`, { photo_id: photo!.id, ...comment });
  await office.show('Comments');
  await office.get('article', 'Comment by Ines').getByRole('button', { name: 'Reply' }).click();
  await monitored.page.getByLabel('Reply to Ines').fill('February.');
  await office.get('button', 'Approve and Reply').click();
  await office.waitForText('Reply published');
  const visitor = await newVisitor();
  await visitor.openUntil(`/photo/${photo!.id}`, visitor.text('February.'));
  await visitor.text('Which month was this?').waitFor();
  await visitor.page.context().close();
});

it(
  'exports the site, and imports it into a new one',
  async () => {
    copy = await startNewSite();
    // The account of the demo is public: no other site takes it.
    await office.get('button', 'Logout').click();
    await office.waitForHeading('Sign in');
    const { token } = await saveProfile(artist, {
      ...{ name: ELIN.name, email: ELIN.email },
      ...{ currentPassword: DEMO_ACCOUNT.password, newPassword: ELIN.password },
    });
    artist.headers.authorization = `Bearer ${token}`;

    await office.open('/settings/export');
    await office.signIn(ELIN);
    await office.get('button', 'Export').click();
    const link = office.get('link', /^Download/);
    await link.waitFor({ timeout: MINUTE_MS });
    const [download] = await Promise.all([monitored.page.waitForEvent('download'), link.click()]);
    const archive = join(copy.folder, download.suggestedFilename());
    await download.saveAs(archive);

    const page = await (await visit(browser, 'desktop')).newPage();
    const newOffice = new BackOffice(page, `${copy.site.url}/admin`);
    await newOffice.open('/settings/export');
    await newOffice.signIn(NEW_ACCOUNT);
    await page.getByLabel('Archive').setInputFiles(archive);
    await newOffice.get('button', 'Import Site').click();
    await newOffice.waitForText(
      'Your session has ended. If the import has finished, sign in with an account of the imported site.',
    );
    await newOffice.signIn(ELIN);

    const imported = await Artist.signIn(copy.site.url, ELIN);
    expect(await contentOf(imported, copy.site)).toEqual(await contentOf(artist, site));
    expect((await fetch(`${copy.site.url}/gallery/inner-harbour`)).status).toBe(200);
    await page.context().close();
  },
  FIRST_START_MS,
);

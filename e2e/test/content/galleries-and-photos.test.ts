import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Locator } from 'playwright-core';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { BackOffice } from '../../src/back-office.ts';
import { TouchGestures } from '../../src/touch.ts';
import { NetworkFaults } from '../../src/site/network-faults.ts';
import { plainPicture } from '../../src/test-pictures.ts';
import { visit } from '../../src/screens/screens.ts';
import { KeyboardVisitor } from '../../src/visitor.ts';
import { openMonitoredPage, type MonitoredPage } from '../../src/monitored-page.ts';
import { artist, browser, site, useArtist, useSite } from '../../src/demo-site.ts';
import { itAtFullLevel } from '../../src/full-level.ts';

/** Long, for a busy machine. */
const RENDER_TIMEOUT_MS = 60_000;

let context: BrowserContext;
let monitored: MonitoredPage;
let office: BackOffice;
let network: NetworkFaults;

useSite();
useArtist();

afterEach(() => expect(monitored.consoleErrors).toEqual([]));

const photoTitles = async (slug: string) => {
  const { photos } = await (await fetch(`${site.url}/api/galleries/${slug}`)).json();
  return (photos as { title: string }[]).map(({ title }) => title);
};

describe('with the keyboard only', () => {
  beforeAll(async () => {
    context = await visit(browser, 'desktop');
    monitored = await openMonitoredPage(context);
  });

  it('a gallery of three photos is created and reordered twice', async () => {
    const { page } = monitored;
    const keyboard = new KeyboardVisitor(page, `${site.url}/admin`);
    const press = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keyboard.open('/galleries');
    await keyboard.write(keyboard.get('textbox', 'Email'), DEMO_ACCOUNT.email);
    await keyboard.write(page.getByLabel('Password', { exact: true }), DEMO_ACCOUNT.password);
    await keyboard.use(keyboard.get('button', 'Sign In'));
    await keyboard.waitForHeading('Galleries');
    await keyboard.use(keyboard.get('button', 'Create Gallery'));
    await keyboard.write(keyboard.get('textbox', 'Title'), 'By heart');
    const choices = keyboard.get('listbox', 'Photos to choose from').getByRole('option');
    await choices.first().waitFor();
    const titles = await choices.allInnerTexts();
    await keyboard.goTo(choices.first());
    await press(' ', 'ArrowRight', ' ', 'ArrowRight', 'ArrowRight', ' ');
    const [one, two, , four] = titles;
    const selected = keyboard.get('list', 'Selected photos in order');
    expect(await selected.getByRole('listitem').count()).toBe(3);

    // The first photo moves to the end, then the last one to the front.
    await keyboard.goTo(selected.getByRole('button', { name: `Move ${one}, number 1, cover`, exact: true }));
    await press(' ', 'End', ' ');
    await selected.getByRole('button', { name: `Move ${one}, number 3`, exact: true }).waitFor();
    await press('ArrowLeft', ' ', 'ArrowLeft', ' ');
    await selected.getByRole('button', { name: `Move ${four}, number 1, cover`, exact: true }).waitFor();
    await keyboard.use(keyboard.get('dialog', 'Create Gallery').getByRole('button', { name: 'Create Gallery' }));
    await keyboard.text('Gallery created successfully!').first().waitFor();
    await keyboard.get('row', /^Move By heart, number 1 /).waitFor();
    expect(await photoTitles('by-heart')).toEqual([four, two, one]);
  });
});

describe('galleries', () => {
  const CREATE = 'Create Gallery';
  const create = () => office.press(CREATE, CREATE);

  beforeAll(async () => {
    monitored = await openMonitoredPage(context);
    office = new BackOffice(monitored.page, `${site.url}/admin`);
    network = new NetworkFaults(monitored);
    await office.open('/galleries');
    await office.waitForHeading('Galleries');
  });

  it('are listed in a table with links to their pages', async () => {
    await office.row('Slack Water').waitFor();
    const heads = await office.get('columnheader').allInnerTexts();
    expect(heads).toEqual(['Title', 'URL Identifier', 'Status', 'Photos', 'Actions']);
    const cells = await office.row('Slack Water').getByRole('cell').allInnerTexts();
    expect(cells.slice(0, 4).map((text) => text.trim())).toEqual([
      'Slack Water',
      'slack-water',
      expect.stringMatching(/Active$/),
      '4',
    ]);
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      office.use(office.get('link', 'View Slack Water in a new tab')),
    ]);
    await popup.getByRole('heading', { name: 'Slack Water', level: 1 }).waitFor();
    expect(popup.url()).toBe(`${site.url}/gallery/slack-water`);
    await popup.close();
  });

  it('are rejected with a deleted photo, and saved after its removal', async () => {
    const deleted = await artist.upload(await plainPicture('#222'), 'Soon gone');
    await office.use(office.get('button', CREATE));
    await office.choose(['Grammar', 'Three Sisters', 'North Ridge, Last Light']);
    await office.write(office.field('Title'), 'Night Walks');
    await office.write(office.field('Search photos'), 'Soon gone');
    await office.choose(['Soon gone']);
    await artist.deletePhoto(deleted);
    await network.expectErrors(async () => {
      await create();
      await office.waitForAlert('One of the selected photos does not exist any more');
    });
    await office.use(office.get('button', 'Remove Soon gone'));
    await create();
    await office.waitForText('Gallery created successfully!');
    await office.row('Night Walks').waitFor();
    expect(await photoTitles('night-walks')).toEqual(['Grammar', 'Three Sisters', 'North Ridge, Last Light']);
  });

  it('are edited', async () => {
    await office.use(office.get('button', 'Edit Night Walks'));
    await office.write(office.field('Description'), 'Without a lamp.');
    await office.press('Update Gallery', 'Edit Gallery');
    await office.waitForText('Gallery updated successfully!');
    await office.dialog('Edit Gallery').waitFor({ state: 'detached' });
    expect((await artist.gallery('night-walks')).description).toBe('Without a lamp.');
  });

  it('are reordered by mouse and by touch', async () => {
    const selected = (name: string, on = office) => on.get('button', `Move ${name}`);
    const centre = async (target: Locator) => {
      await target.scrollIntoViewIfNeeded();
      const { x, y, width, height } = (await target.boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    await office.use(office.get('button', 'Edit Night Walks'));
    const [from, to] = [
      await centre(selected('Grammar, number 1, cover')),
      await centre(selected('North Ridge, Last Light, number 3')),
    ];
    const { mouse } = monitored.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 6, from.y, { steps: 2 });
    await office.text('Grammar picked up, number 1 of 3.').waitFor({ state: 'attached' });
    await mouse.move(to.x, to.y, { steps: 8 });
    await mouse.up();
    await office.text('Grammar is now number 3 of 3.').waitFor({ state: 'attached' });
    await office.press('Update Gallery', 'Edit Gallery');
    await office.dialog('Edit Gallery').waitFor({ state: 'detached' });
    expect(await photoTitles('night-walks')).toEqual(['Three Sisters', 'North Ridge, Last Light', 'Grammar']);

    const phone = await visit(browser, 'phone', { signedInLike: context });
    const phoneOffice = new BackOffice(await phone.newPage(), `${site.url}/admin`);
    await phoneOffice.open(`/galleries?edit=${(await artist.gallery('night-walks')).id}`);
    const touch = await TouchGestures.on(phoneOffice.page);
    const first = await centre(selected('Three Sisters, number 1, cover', phoneOffice));
    await touch.dragAfterLongPress(
      first,
      await centre(selected('North Ridge, Last Light, number 2', phoneOffice)),
      () => phoneOffice.text('Three Sisters picked up, number 1 of 3.').waitFor({ state: 'attached' }),
    );
    await phoneOffice.text('Three Sisters is now number 2 of 3.').waitFor({ state: 'attached' });
    await phoneOffice.press('Update Gallery', 'Edit Gallery');
    await phoneOffice.dialog('Edit Gallery').waitFor({ state: 'detached' });
    expect(await photoTitles('night-walks')).toEqual(['North Ridge, Last Light', 'Three Sisters', 'Grammar']);
    await phone.close();
  });

  it('are deactivated', async () => {
    await office.get('switch', 'Night Walks is active').click();
    await office.row('Night Walks').getByText('Inactive', { exact: true }).waitFor();
    const status = async () => (await fetch(`${site.url}/api/galleries/night-walks`)).status;
    expect(await eventually(status, (code) => code === 404, { timeoutMs: 5_000 })).toBe(404);
  });

  it('are deleted after a confirmation, and restored from the trash', async () => {
    const remove = async () => {
      await office.use(office.get('button', 'Delete Night Walks'));
      await office.confirm('Are you sure you want to delete this gallery?');
    };
    await remove();
    await office.waitForText('Gallery deleted successfully');
    await office.row('Night Walks').waitFor({ state: 'detached' });
    await office.show('Trash');
    await office.use(office.get('button', 'Restore: Night Walks'));
    await office.waitForText('1 gallery restored');
    await office.show('Galleries');
    await remove();
    await office.row('Night Walks').waitFor({ state: 'detached' });
  });
});

describe('photos', () => {
  const UPLOAD = 'Upload Photo';
  const remove = async (title: string) => {
    await office.use(office.photoCard(title).getByRole('button', { name: `Delete ${title}` }));
    await office.confirm(new RegExp(`^Are you sure you want to delete “${title}”\\?`));
  };

  beforeAll(() => office.show('Photos'));

  it('show their data on cards', async () => {
    await office.waitForText('Manage your photo collection');
    const forSale = await office.photoCard('The Old Breakwater, Low Tide').innerText();
    for (const words of ['For Sale', '$1,250.00', 'Slack Water']) expect(forSale).toContain(words);
    await office.photoCard('Grammar').locator('img').waitFor();
  });

  it('are uploaded one by one', async () => {
    await office.get('button', 'Add Photo').click();
    await office.waitForText('JPEG, PNG, GIF, WebP up to 10MB');
    await office
      .dialog(UPLOAD)
      .getByLabel('Image', { exact: true })
      .setInputFiles({ name: 'frost.jpg', mimeType: 'image/jpeg', buffer: await plainPicture('#99aabb') });
    await office.write(office.field('Title'), 'First frost');
    await office.write(office.field('Selling Price'), '80.5');
    await office.dialog(UPLOAD).getByLabel('Mark as for sale').check();
    await office.press(UPLOAD, UPLOAD);
    await office.waitForText('Photo uploaded successfully!');
    const card = office.photoCard('First frost');
    await card.locator('img').waitFor({ timeout: RENDER_TIMEOUT_MS });
    for (const words of ['For Sale', '$80.50', 'No Gallery']) expect(await card.innerText()).toContain(words);
  });

  it('are edited', async () => {
    await office.use(office.get('button', 'Edit First frost'));
    await office.write(office.field('Title'), 'Second frost');
    await office.dialog('Edit Photo').getByLabel('High Ground').check();
    await office.press('Save Changes', 'Edit Photo');
    await office.waitForText('Photo updated successfully!');
    await office.photoCard('Second frost').getByText('High Ground').waitFor();
  });

  itAtFullLevel('show a message when already deleted elsewhere', async () => {
    await network.fail('DELETE /photos/*', 'photo.not-found', async () => {
      await remove('Second frost');
      await office.waitForText('Photo not found');
    });
    await monitored.page.reload();
    await office.photoCard('Second frost').waitFor();
  });

  it('are deleted after a confirmation', async () => {
    await remove('Second frost');
    await office.waitForText('Photo deleted successfully!');
    await office.photoCard('Second frost').waitFor({ state: 'detached' });
  });

  it('are edited and deleted in bulk, down to the empty state', async () => {
    const bar = office.get('region', 'Selected photos');
    for (const title of ['Grammar', 'Nine Ridges']) await monitored.page.getByLabel(`Select ${title}`).check();
    await bar.getByRole('button', { name: 'Mark as for sale' }).click();
    await office.waitForText('2 photos marked as for sale');
    await office.photoCard('Grammar').getByText('For Sale', { exact: true }).waitFor();
    for (const title of ['Grammar', 'Nine Ridges']) await monitored.page.getByLabel(`Select ${title}`).check();
    await bar.getByRole('button', { name: 'Add to gallery' }).click();
    await office.dialog('Add to gallery').getByLabel('Gallery').selectOption('High Ground');
    await office.press('Add', 'Add to gallery');
    await office.waitForText('2 photos added to High Ground');
    expect(await photoTitles('high-ground')).toHaveLength(6);

    await office.use(office.get('button', /^Select all/));
    await bar.getByRole('button', { name: 'Delete' }).click();
    await office.confirm(/^Are you sure you want to delete these 12 photos\?/);
    await office.waitForText('12 photos deleted');
    await office.waitForText('No photos found');
    await office.waitForText('Get started by uploading your first photo.');
    expect(await office.get('button', 'Add Photo').count()).toBe(2);
    // Images that were still loading are 404 once their photos are deleted.
    const others = monitored.consoleErrors.filter((text) => !/status of 404 .*\/media\//.test(text));
    monitored.consoleErrors.splice(0, Infinity, ...others);
  });
});

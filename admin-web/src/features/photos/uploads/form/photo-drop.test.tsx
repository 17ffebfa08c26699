import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { drop } from '../../../../../test/drop.ts';
import { aFile, theSettings } from '../../../../../test/factories.ts';
import { fakeUploads } from '../../../../../test/fake-uploads.ts';
import { renderSignedIn } from '../../../../../test/render-admin.tsx';

beforeEach(() => void fakeUploads());

it('photos dropped on any page open the upload dialog', async () => {
  const { address } = renderSignedIn('/admin/galleries');
  await screen.findByRole('heading', { name: 'Galleries' });

  expect(drop([aFile('one.jpg'), aFile('two.jpg')])).toBe(false);

  const dialog = within(await screen.findByRole('dialog', { name: 'Upload Photos' }));
  expect(dialog.getByLabelText('Title of two.jpg')).toBeVisible();
  expect(address()).toBe('/admin/photos?new=');
});

it('photos can be dropped on an element that has just appeared', async () => {
  renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  const dataTransfer = { types: ['Files'], files: [aFile('one.jpg')] };
  const entering = Object.assign(new Event('dragenter', { bubbles: true, cancelable: true }), { dataTransfer });

  // A browser drops files only where the latest drag event was cancelled.
  expect(fireEvent(document.body, entering)).toBe(false);

  expect(screen.getByText('Drop to upload')).toBeInTheDocument();
});

it('a drop on the photos page preserves the filters', async () => {
  const { address } = renderSignedIn('/admin/photos?search=harbour');
  await screen.findByRole('heading', { name: 'Photos' });

  drop([aFile('one.jpg')]);

  expect(await screen.findByRole('img', { name: 'Preview of one.jpg' })).toBeVisible();
  expect(address()).toBe('/admin/photos?search=harbour&new=');
});

it('an open dialog stays open after a drop, and shows a message', async () => {
  const { user, address } = renderSignedIn('/admin/galleries');
  await user.click((await screen.findAllByRole('button', { name: 'Create Gallery' }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));

  expect(drop([aFile('one.jpg')], document.body)).toBe(false);

  expect(await dialog.findByText('Close this first, then drop the photos')).toBeVisible();
  expect(address()).not.toContain('/photos');
});

it('an inner drop zone handles its drops', async () => {
  const { address } = renderSignedIn('/admin/settings', {
    'GET /admin/settings/website': () => theSettings(),
    'GET /admin/upload-limits': () => ({ megabytes: 10 }),
  });

  drop([aFile('harbour.jpg')], await screen.findByText('Choose Image'));

  expect(await screen.findByRole('img', { name: 'Chosen: harbour.jpg' })).toBeInTheDocument();
  expect(address()).toBe('/admin/settings');
});

it('a discarded selection is not restored', async () => {
  const { user } = renderSignedIn('/admin/photos');
  await screen.findByRole('heading', { name: 'Photos' });
  drop([aFile('one.jpg')]);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));

  await user.click(screen.getAllByRole('button', { name: 'Add Photo' })[0]!);

  expect(screen.getByRole('button', { name: 'Upload Photo' })).toBeDisabled();
});

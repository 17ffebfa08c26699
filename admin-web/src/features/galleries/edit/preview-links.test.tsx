import { expect, it } from '@jest/globals';
import type { GalleryView, PreviewView } from '@portfolio/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aGallery } from '../../../../test/factories.ts';
import { unreachable, unreached } from '../../../../test/fake-api.ts';
import { openEditDialog } from '../../../../test/gallery-dialog.ts';

const aPreview = (differences: Partial<PreviewView> = {}): PreviewView => ({
  id: 1,
  name: 'Harbour Gallery',
  expires_at: '2999-03-28T09:00:00.000Z',
  last_used_at: null,
  created_at: '2026-03-14T09:00:00.000Z',
  ...differences,
});

const open = async (visibility: 'hidden' | 'public', previews: PreviewView[], schedule: Partial<GalleryView> = {}) => {
  const gallery = aGallery({ slug: 'slack-water', visibility, is_active: visibility === 'public', ...schedule });
  const path = `/galleries/${gallery.id}/previews`;
  const page = await openEditDialog({ [`GET ${path}`]: () => ({ previews }) }, undefined, gallery);
  return { ...page, path };
};

it('are made with a name and a number of days, and copied', async () => {
  const { user, api, path, dialog, save } = await open('hidden', []);
  api.respond(`POST ${path}`, () => ({ preview: aPreview(), link: '/preview?token=abc' }));
  const links = within(dialog.getByRole('group', { name: 'Preview links' }));

  expect(links.getByLabelText('Valid for')).toHaveValue('14');
  await user.selectOptions(links.getByLabelText('Valid for'), '30 days');
  api.respond(`GET ${path}`, () => ({ previews: [aPreview()] }));
  await user.type(links.getByLabelText('For whom'), 'Harbour Gallery{Enter}');

  expect(await links.findByLabelText('New link')).toHaveValue(`${location.origin}/preview?token=abc`);
  await user.type(links.getByLabelText('New link'), '{Enter}');
  expect(api.bodiesOf(`POST ${path}`)).toEqual([{ name: 'Harbour Gallery', days: 30 }]);
  expect(api.bodiesOf(save)).toEqual([]);
  expect(await links.findByText('Harbour Gallery')).toBeVisible();
  await user.click(links.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Link copied to clipboard!')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/preview?token=abc`);
});

it('are not made by the Enter that ends the input of a character', async () => {
  const { user, api, path, dialog } = await open('hidden', []);
  const name = dialog.getByLabelText('For whom');

  fireEvent.change(name, { target: { value: 'うみ' } });
  fireEvent.keyDown(name, { key: 'Enter', isComposing: true });
  await user.selectOptions(dialog.getByLabelText('Valid for'), '30 days');
  fireEvent.keyDown(name, { key: 'Enter' });

  await waitFor(() => expect(api.bodiesOf(`POST ${path}`)).toEqual([{ name: 'うみ', days: 30 }]));
});

it('need a name, whose error goes away as it is typed', async () => {
  const { user, api, path, dialog } = await open('hidden', []);
  const name = dialog.getByLabelText('For whom');
  expect(name).toBeRequired();

  await user.click(dialog.getByRole('button', { name: 'Create Link' }));
  expect(name).toHaveFocus();
  expect(name).toHaveAccessibleDescription('Name is required');
  await user.keyboard('R');
  expect(name).not.toHaveAccessibleDescription();
  await user.clear(name);
  await user.keyboard('{Enter}');

  expect(name).toHaveAccessibleDescription('Name is required');
  expect(api.bodiesOf(`POST ${path}`)).toEqual([]);
});

/** Requests a link with the button or Enter. The response waits for `respond`. */
async function createSlowly(way: 'button' | 'Enter' = 'button') {
  const page = await open('hidden', []);
  const links = within(page.dialog.getByRole('group', { name: 'Preview links' }));
  let respond = () => {};
  const response = { preview: aPreview(), link: '/preview?token=abc' };
  page.api.respond(`POST ${page.path}`, () => new Promise((resolve) => (respond = () => resolve(response))));
  const name = links.getByLabelText('For whom');
  await page.user.type(name, 'Harbour Gallery');
  if (way === 'Enter') await page.user.keyboard('{Enter}');
  else await page.user.click(links.getByRole('button', { name: 'Create Link' }));
  const creating = await links.findByRole('button', { name: 'Creating...' });
  return { ...page, links, name, creating, respond: () => respond() };
}

it('are focused and selected when they are new', async () => {
  const { links, name, creating, respond } = await createSlowly();
  expect(creating).toBeEnabled();
  expect(creating).toHaveFocus();
  respond();

  const link = await links.findByLabelText<HTMLInputElement>('New link');
  expect(link).toHaveFocus();
  expect(name).toHaveValue('');
  expect(link.value.slice(link.selectionStart!, link.selectionEnd!)).toBe(`${location.origin}/preview?token=abc`);
});

it.each(['button', 'Enter'] as const)(
  'after %s take neither the focus nor the next name that is typed meanwhile',
  async (way) => {
    const { user, links, name, respond } = await createSlowly(way);

    await user.type(name, ' and Ruth');
    respond();

    await links.findByLabelText('New link');
    expect(name).toHaveFocus();
    expect(name).toHaveValue('Harbour Gallery and Ruth');
  },
);

it('are revoked one by one, and a revoked one passes only its own focus on', async () => {
  const previews = [aPreview(), aPreview({ id: 2, name: 'Ruth' })];
  const { user, api, path, dialog } = await open('hidden', previews);
  const respond: (() => void)[] = [];
  for (const { id } of previews) {
    api.respond(`DELETE ${path}/${id}`, () => new Promise((resolve) => respond.push(() => resolve({ message: '' }))));
  }
  const first = await dialog.findByRole('button', { name: 'Revoke link: Harbour Gallery' });
  const second = dialog.getByRole('button', { name: 'Revoke link: Ruth' });
  await user.click(first);
  await user.click(second);
  expect(first).toHaveAttribute('aria-disabled', 'true');
  expect(second).toHaveAttribute('aria-disabled', 'true');

  api.respond(`GET ${path}`, () => ({ previews: previews.slice(1) }));
  respond[0]!();
  await waitFor(() => expect(first).not.toBeInTheDocument());
  expect(second).toHaveFocus();

  api.respond(`GET ${path}`, () => ({ previews: [] }));
  respond[1]!();
  await waitFor(() => expect(second).not.toBeInTheDocument());
  expect(dialog.getByRole('list', { name: 'Preview links' }).parentElement).toHaveFocus();
});

it('are not offered as new once they are revoked, and the focus stays in a field', async () => {
  const { user, api, path, dialog } = await open('hidden', []);
  const links = within(dialog.getByRole('group', { name: 'Preview links' }));
  api.respond(`POST ${path}`, () => ({ preview: aPreview(), link: '/preview?token=abc' }));
  api.respond(`GET ${path}`, () => ({ previews: [aPreview()] }));
  await user.type(links.getByLabelText('For whom'), 'Harbour Gallery{Enter}');
  await links.findByLabelText('New link');

  let respond = () => {};
  api.respond(`DELETE ${path}/1`, () => new Promise((resolve) => (respond = () => resolve({ message: '' }))));
  api.respond(`GET ${path}`, () => ({ previews: [] }));
  await user.click(await links.findByRole('button', { name: 'Revoke link: Harbour Gallery' }));
  await user.click(links.getByLabelText('For whom'));
  respond();

  await waitFor(() => expect(links.queryByRole('button', { name: /Revoke/ })).toBeNull());
  expect(links.queryByLabelText('New link')).toBeNull();
  expect(links.getByLabelText('For whom')).toHaveFocus();
});

it('stay when the next one is not created', async () => {
  const { user, api, path, dialog } = await open('hidden', []);
  const links = within(dialog.getByRole('group', { name: 'Preview links' }));
  api.respond(`POST ${path}`, () => ({ preview: aPreview(), link: '/preview?token=abc' }));
  await user.type(links.getByLabelText('For whom'), 'Harbour Gallery{Enter}');
  await links.findByLabelText('New link');

  api.respond(`POST ${path}`, unreachable);
  await user.type(links.getByLabelText('For whom'), 'Ruth{Enter}');

  expect(await screen.findByText(unreached('Failed to create the link'))).toBeInTheDocument();
  expect(links.getByLabelText('New link')).toHaveValue(`${location.origin}/preview?token=abc`);
});

it('show their last use, and are revoked', async () => {
  const previews = [
    aPreview({ last_used_at: '2026-03-15T09:00:00.000Z' }),
    aPreview({ id: 2, name: 'Ruth', expires_at: '2020-03-28T09:00:00.000Z' }),
  ];
  const { user, api, path, dialog } = await open('hidden', previews);
  api.respond(`DELETE ${path}/1`, () => ({ message: 'Preview link revoked' }));

  const [used, expired] = await within(await dialog.findByRole('list', { name: 'Preview links' })).findAllByRole(
    'listitem',
  );
  expect(used).toHaveTextContent(/Harbour Gallery.*Until .*2999.*last used .*Mar/);
  expect(expired).toHaveTextContent(/Ruth.*Expired.*not used yet/);
  api.respond(`GET ${path}`, () => ({ previews: previews.slice(1) }));
  await user.click(dialog.getByRole('button', { name: 'Revoke link: Harbour Gallery' }));

  await waitFor(() => expect(dialog.queryByText('Harbour Gallery')).toBeNull());
  expect(await screen.findByText('Preview link revoked')).toBeInTheDocument();
});

it('are not for a public gallery, before it is saved as a hidden one', async () => {
  const { dialog } = await open('public', []);

  expect(dialog.queryByRole('group', { name: 'Preview links' })).toBeNull();
  expect(dialog.getByRole('radio', { name: 'Hidden' })).toHaveAccessibleDescription(/preview link.* after saving$/);
});

it('can be revoked for a public gallery that ends', async () => {
  const { dialog } = await open('public', [aPreview()], { unpublish_at: '2026-01-01T00:00:00.000Z' });
  const links = within(await dialog.findByRole('group', { name: 'Preview links' }));

  expect(await links.findByRole('button', { name: /Revoke/ })).toBeEnabled();
});

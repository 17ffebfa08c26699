import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aPhoto, aPhotoList } from '../../../../test/factories.ts';
import { failing } from '../../../../test/fake-api.ts';
import { card, cards } from '../../../../test/photo-site.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

const photos = [
  aPhoto({ title: 'Harbour', tags: ['Sea', 'low tide'] }),
  aPhoto({ title: 'Pier', tags: ['sea'] }),
  aPhoto({ title: 'Fell' }),
];
const [harbour] = photos as [(typeof photos)[0]];
const known = ['sea', 'low tide', 'Norway', 'Bergen, Norway'].map((name) => ({ name, photo_count: 1 }));
const route = `PUT /photos/${harbour.id}`;

async function open(at = '/admin/photos') {
  const page = renderSignedIn(at, {
    'GET /photos': () => aPhotoList(photos),
    'GET /tags': () => ({ tags: known }),
    [`GET /photos/${harbour.id}`]: () => ({ photo: harbour }),
    'PUT /photos/batch': () => ({ count: 2, message: 'Done' }),
  });
  await card('Harbour');
  return page;
}

async function edit() {
  const page = await open();
  await page.user.click(screen.getByRole('button', { name: 'Edit Harbour' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
  return { ...page, dialog, field: dialog.getByRole('combobox', { name: 'Tags' }) };
}
const shown = (dialog: Awaited<ReturnType<typeof edit>>['dialog']) =>
  within(dialog.getByRole('list', { name: 'Tags' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

it('adds tags by Enter and comma, each once, and removes them', async () => {
  const { user, api, dialog, field } = await edit();
  api.respond(route, () => ({ photo: { ...harbour, tags: ['low tide', 'pier', 'mud', 'boats'] } }));
  await waitFor(() =>
    expect([...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'))).toEqual([
      'Norway',
      'Bergen, Norway',
    ]),
  );

  await user.type(field, 'pier{Enter}mud, SEA,boats');
  await user.click(dialog.getByRole('button', { name: 'Remove Sea' }));

  expect(shown(dialog)).toEqual(['low tide', 'pier', 'mud']);
  expect(field).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(shown(dialog)).toEqual(['low tide', 'pier', 'mud', 'boats']);
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
  expect(api.bodiesOf(route)).toEqual([{ tags: ['low tide', 'pier', 'mud', 'boats'] }]);
});

it('saves a tag that is still being typed, and leaves it in the field meanwhile', async () => {
  const { user, api, dialog, field } = await edit();
  api.respond(route, () => ({ photo: { ...harbour, tags: ['Sea', 'low tide', 'seal'] } }));

  // On its way through the name of a tag that is there.
  await user.type(field, 'seal');
  await user.tab();

  // A list that grows when the field is left would move the buttons below it.
  expect(shown(dialog)).toEqual(['Sea', 'low tide']);
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
  expect(api.bodiesOf(route)).toEqual([{ tags: ['Sea', 'low tide', 'seal'] }]);
});

it('confirms before a tag that is still being typed is discarded', async () => {
  const { user, dialog, field } = await edit();

  await user.type(field, 'pier');
  await user.keyboard('{Escape}');

  const question = within(screen.getByRole('alertdialog', { name: 'Discard changes?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(dialog.getByRole('combobox', { name: 'Tags' })).toBeVisible();
});

it('adds no tag by the Enter that ends the input of a character', async () => {
  const { dialog, field } = await edit();

  fireEvent.change(field, { target: { value: 'うみ' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  expect(shown(dialog)).toEqual(['Sea', 'low tide']);
  fireEvent.keyDown(field, { key: 'Enter' });

  expect(shown(dialog)).toEqual(['Sea', 'low tide', 'うみ']);
});

it('merges tags that were changed elsewhere', async () => {
  const { user, api, dialog, field } = await edit();
  const current = { ...harbour, tags: ['low tide', 'Norway'], version: '"2"' };
  let attempts = 0;
  api.respond(route, () => {
    attempts += 1;
    if (attempts > 1) return { photo: { ...current, tags: ['low tide', 'Norway', 'pier'] } };
    return failing('request.outdated', undefined, { photo: current }, '"2"');
  });

  await user.type(field, 'pier{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

  await waitFor(() => expect(api.bodiesOf(route)).toHaveLength(2));
  expect(api.bodiesOf(route).at(-1)).toEqual({ tags: ['low tide', 'Norway', 'pier'] });
});

it('changes the spelling of a tag', async () => {
  const { user, api, dialog, field } = await edit();
  api.respond(route, () => ({ photo: { ...harbour, tags: ['low tide', 'sea'] } }));

  await user.type(field, 'sea');
  await user.click(dialog.getByRole('button', { name: 'Remove Sea' }));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

  await waitFor(() => expect(api.bodiesOf(route)).toEqual([{ tags: ['low tide', 'sea'] }]));
});

it('adds a tag with a comma that is chosen from the list', async () => {
  const { user, api, dialog, field } = await edit();
  api.respond(route, () => ({ photo: harbour }));
  await waitFor(() => expect(document.querySelectorAll('datalist option')).toHaveLength(2));

  fireEvent.change(field, { target: { value: 'Bergen, Norway' } });
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

  await waitFor(() => expect(api.bodiesOf(route)).toEqual([{ tags: ['Sea', 'low tide', 'Bergen, Norway'] }]));
});

it('shows the message of an invalid tag, with the focus on its field', async () => {
  const { user, api, dialog, field } = await edit();

  await user.click(field);
  await user.paste('x'.repeat(101));
  await user.click(dialog.getByRole('button', { name: 'Save Changes' }));

  expect(await dialog.findByText('A tag has 1 to 100 characters')).toBeInTheDocument();
  expect(field).toHaveFocus();
  expect(api.bodiesOf(route)).toEqual([]);
});

it('changes the tags of selected photos', async () => {
  const { user, api } = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select Harbour' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Fell' }));
  await user.click(screen.getByRole('button', { name: 'Change tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change tags' }));
  expect(dialog.getByRole('button', { name: 'Change' })).toBeDisabled();

  await user.type(dialog.getByLabelText('Add tags'), 'mud,');
  await user.type(dialog.getByLabelText('Remove tags'), 'SEA{Enter}');
  await user.click(dialog.getByRole('button', { name: 'Change' }));

  expect(await screen.findByText('2 photos tagged')).toBeInTheDocument();
  const photo_ids = [photos[0]!.id, photos[2]!.id];
  expect(api.bodiesOf('PUT /photos/batch')).toEqual([{ photo_ids, add_tags: ['mud'], remove_tags: ['SEA'] }]);
});

/** Opens the dialog for the tags of one photo, and types a part of a tag. */
async function typeBulkTag() {
  const page = await open();
  await page.user.click(screen.getByRole('checkbox', { name: 'Select Harbour' }));
  await page.user.click(screen.getByRole('button', { name: 'Change tags' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change tags' }));
  await page.user.type(dialog.getByLabelText('Add tags'), 'mud');
  return { ...page, dialog };
}

it('adds a tag that is still being typed to selected photos', async () => {
  const { user, api, dialog } = await typeBulkTag();

  await user.click(dialog.getByRole('button', { name: 'Change' }));

  await waitFor(() =>
    expect(api.bodiesOf('PUT /photos/batch')).toEqual([{ photo_ids: [harbour.id], add_tags: ['mud'] }]),
  );
});

it('has the tags of a failed attempt when it is opened again', async () => {
  const { user, api, dialog } = await typeBulkTag();
  api.respond('PUT /photos/batch', () => failing('request.too-many'));
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  await screen.findByText(/^Too many requests/);

  await user.click(screen.getByRole('button', { name: 'Change tags' }));

  const again = within(await screen.findByRole('dialog', { name: 'Change tags' }));
  expect(again.getByRole('list', { name: 'Add tags' })).toHaveTextContent('mud');
});

it('confirms before tags of selected photos are discarded', async () => {
  const { user, dialog } = await typeBulkTag();
  const question = () => within(screen.getByRole('alertdialog', { name: 'Discard changes?' }));

  await user.keyboard('{Escape}');
  await user.click(question().getByRole('button', { name: 'Keep editing' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(question().getByRole('button', { name: 'Discard' }));

  expect(screen.queryByRole('dialog')).toBeNull();
});

it('filters the list by a tag', async () => {
  const { user, api, address } = await open();
  const tagged = photos.slice(0, 2);
  api.respond('GET /photos', ({ query }) => aPhotoList(query.get('tag') === 'sea' ? tagged : photos));

  await user.selectOptions(await screen.findByLabelText('Tag'), 'sea');

  await waitFor(() => expect(address()).toBe('/admin/photos?tag=sea'));
  await waitFor(() => expect(cards().map((item) => item.getAttribute('aria-label'))).toEqual(['Harbour', 'Pier']));
});

it('lists a tag once, in the spelling of the address', async () => {
  await open('/admin/photos?tag=SEA');

  await screen.findByRole('option', { name: 'Norway' });
  expect(screen.getAllByRole('option', { name: /^sea$/i }).map(({ textContent }) => textContent)).toEqual(['SEA']);
});

import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aGallery, aPhoto } from '../../../../test/factories.ts';
import { aVersionedResource } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { expectNoConflict, findConflictDialog } from '../../../../test/conflict-dialog.ts';

describe('a photo that was saved elsewhere', () => {
  const open = async () => {
    const [slack, high] = [aGallery({ title: 'Slack Water' }), aGallery({ title: 'High Ground' })];
    const galleries = [slack, high];
    const photo = aPhoto({ title: 'Harbour', description: 'Before dawn', selling_price: 40, galleries: [slack] });
    const saved = aVersionedResource(photo, {
      get: `/photos/${photo.id}`,
      put: `/photos/${photo.id}`,
      toResponse: (now) => ({ photo: now }),
      toChanges: ({ gallery_ids, ...body }: { gallery_ids?: number[] }) => ({
        ...body,
        ...(gallery_ids && { galleries: galleries.filter(({ id }) => gallery_ids.includes(id)) }),
      }),
    });
    const page = renderSignedIn('/admin/photos', {
      'GET /photos': () => ({ photos: [photo], next_cursor: null, total: 1 }),
      'GET /galleries': () => ({ galleries, next_cursor: null, total: 2 }),
      ...saved.routes,
    });
    await page.user.click(await screen.findByRole('button', { name: 'Edit Harbour' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Photo' }));
    const title = await dialog.findByLabelText('Title');
    const save = () => page.user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    return { ...page, dialog, title, save, saved, slack, high, put: `PUT /photos/${photo.id}` };
  };

  it('merges both changes, including galleries, and reports it', async () => {
    const { user, api, dialog, title, save, saved, slack, high, put } = await open();
    saved.saveElsewhere({ description: 'After dusk', galleries: [] });

    await user.type(title, '!');
    await user.click(await dialog.findByLabelText('High Ground'));
    await save();

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(screen.getByText('Merged with changes made elsewhere: Description, Galleries')).toBeInTheDocument();
    expectNoConflict();
    expect(saved.current()).toMatchObject({ title: 'Harbour!', description: 'After dusk', galleries: [high] });
    expect(saved.current().galleries).not.toContain(slack);
    expect(api.ifMatchOf(put)).toEqual(['"2"']);
  });

  it('stays open without a conflict when a field changes during the save', async () => {
    const { user, api, dialog, title, save, saved, slack, high, put } = await open();
    const first = saved.routes[put]! as (call: object) => unknown;
    let respond = () => {};
    api.respond(put, (call) => new Promise((resolve) => (respond = () => resolve(first(call)))));
    await user.type(title, '!');
    await user.click(await dialog.findByLabelText('High Ground'));
    await save();
    await dialog.findByRole('button', { name: 'Saving...' });
    await user.click(dialog.getByLabelText('High Ground'));
    await user.type(title, '?');
    await waitFor(() => expect(api.bodiesOf(put)).toHaveLength(1));
    respond();

    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    await dialog.findByRole('button', { name: 'Save Changes' });
    expect(saved.current()).toMatchObject({ title: 'Harbour!', galleries: [slack, high] });
    expect(title).toHaveValue('Harbour!?');
    expect(title).toHaveFocus();
    expect(dialog.getByLabelText('High Ground')).not.toBeChecked();
    api.respond(put, first);
    await save();

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expectNoConflict();
    expect(saved.current()).toMatchObject({ title: 'Harbour!?', galleries: [slack] });
  });

  it('shows a price changed on both sides, and saves the one from here', async () => {
    const { user, dialog, save, saved } = await open();
    saved.saveElsewhere({ selling_price: 60, visibility: 'unlisted' });
    const price = dialog.getByLabelText('Selling Price');

    await user.clear(price);
    await user.type(price, '50');
    await save();

    const question = await findConflictDialog();
    expect(question.valuesOf('Selling Price')).toEqual(['$50.00', '$60.00']);
    expect(saved.current().selling_price).toBe(60);
    await user.click(question.button('Save mine'));
    expect(await screen.findByText('Photo updated successfully!')).toBeInTheDocument();
    expect(saved.current()).toMatchObject({ selling_price: 50, visibility: 'unlisted' });
  });

  it('shows the dialog when the other save happens during this one', async () => {
    const { user, api, title, save, saved, put } = await open();
    const first = saved.routes[put]! as (call: object) => unknown;
    api.respond(put, (call) => {
      if (saved.current().title === 'Harbour') saved.saveElsewhere({ title: 'Ebb' });
      return first(call);
    });

    await user.type(title, '!');
    await save();

    const question = await findConflictDialog();
    expect(question.valuesOf('Title')).toEqual(['Harbour!', 'Ebb']);
    await user.click(question.button('Use the newer one'));
    expect(title).toHaveValue('Ebb');
  });

  it('shows the dialog when the form has already received the other change', async () => {
    const { user, events, dialog, title, save, saved } = await open();
    await user.type(title, '!');
    saved.saveElsewhere({ title: 'Ebb', description: 'After dusk' });
    await events.emit({ type: 'photo.ready', photo_id: saved.current().id });
    await waitFor(() => expect(dialog.getByLabelText('Description')).toHaveValue('After dusk'));

    await save();

    expect((await findConflictDialog()).valuesOf('Title')).toEqual(['Harbour!', 'Ebb']);
    expect(saved.current().title).toBe('Ebb');
  });
});

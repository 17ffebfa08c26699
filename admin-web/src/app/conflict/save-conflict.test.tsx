import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { InterludeView } from '@portfolio/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { aGallery, aNewsItem, aNewsList, aPhoto, theSettings } from '../../../test/factories.ts';
import { FakeResponse, aVersionedResource, failing } from '../../../test/fake-api.ts';
import { openEditDialog } from '../../../test/gallery-dialog.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';
import { openSavedProfile } from '../../../test/saved-profile.ts';
import { signInAgain } from '../../../test/sign-in-again.ts';
import { expectNoConflict, findConflictDialog } from '../../../test/conflict-dialog.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Edit dialog of a gallery with three photos, whose saves send the version (If-Match). */
async function openGallery() {
  const photos = ['Harbour', 'Ridge', 'Meadow', 'Gull'].map((title) => aPhoto({ title }));
  const [harbour, ridge, meadow, gull] = photos.map(({ id }) => id) as [number, number, number, number];
  const { id, ...details } = aGallery({ title: 'Slack Water', slug: 'slack-water', description: 'Four winters' });
  const initial = { ...details, photo_ids: [harbour, ridge, meadow], interludes: [] as InterludeView[] };
  const saved = aVersionedResource(initial, {
    get: '/galleries/slack-water',
    put: `/galleries/${id}`,
    toResponse: ({ photo_ids, interludes, ...gallery }) => ({
      gallery: { id, ...gallery },
      photo_ids,
      interludes,
      photos: photo_ids.map((photoId) => photos.find((photo) => photo.id === photoId)),
      next_cursor: null,
      total: 3,
    }),
    toChanges: ({ photo_ids_before: _, ...body }: Record<string, unknown>) => ({ description: null, ...body }),
  });
  const page = await openEditDialog(
    {
      'GET /galleries': () => ({ galleries: [aGallery({ id, slug: 'slack-water' })], next_cursor: null, total: 1 }),
      [`GET /photos/${gull}`]: () => ({ photo: photos[3] }),
      ...saved.routes,
    },
    undefined,
    aGallery({ id, title: 'Slack Water', slug: 'slack-water', description: 'Four winters' }),
  );
  return { ...page, saved, putRoute: `PUT /galleries/${id}`, harbour, ridge, meadow, gull };
}

describe('a gallery saved elsewhere', () => {
  it('merges changes of different fields and announces them', async () => {
    const { user, api, dialog, submit, saved, putRoute, gull, ridge, meadow } = await openGallery();
    saved.saveElsewhere({ description: 'Five winters', photo_ids: [...saved.current().photo_ids, gull] });

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(dialog.getByRole('button', { name: 'Remove Harbour' }));
    await user.click(submit());

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    expect(screen.getByText('Merged with changes made elsewhere: Description, Photos')).toBeInTheDocument();
    expectNoConflict();
    expect(saved.current()).toMatchObject({
      title: 'Slack Water!',
      description: 'Five winters',
      photo_ids: [ridge, meadow, gull],
    });
    expect(api.ifMatchOf(putRoute)).toEqual(['"1"', '"2"']);
  });

  it('shows both values of a field changed here and elsewhere, with the focus on Keep editing', async () => {
    const { user, dialog, submit, saved } = await openGallery();
    saved.saveElsewhere({ title: 'Ebb' });

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());

    const question = await findConflictDialog();
    expect(question.element).toHaveAccessibleDescription(/^A newer version was saved while you were editing/);
    expect(question.labels()).toEqual(['Title']);
    expect(question.valuesOf('Title')).toEqual(['Slack Water!', 'Ebb']);
    expect(question.button('Keep editing')).toHaveFocus();
    expect(saved.current().title).toBe('Ebb');
  });

  it('shows an empty description as “Empty”', async () => {
    const { user, dialog, submit, saved } = await openGallery();
    saved.saveElsewhere({ description: null });

    await user.type(dialog.getByLabelText(/^Description/), '!');
    await user.click(submit());

    expect((await findConflictDialog()).valuesOf('Description')).toEqual(['Four winters!', 'Empty']);
  });

  it('saves the own value and the other changes from elsewhere after “Save mine”', async () => {
    const { user, dialog, submit, saved } = await openGallery();
    saved.saveElsewhere({ title: 'Ebb', description: 'Five winters' });

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Save mine'));

    expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved.current()).toMatchObject({ title: 'Slack Water!', description: 'Five winters' });
  });

  it('shows the newer value after “Use the newer one”, preserves other input and saves on submit', async () => {
    const { user, api, dialog, submit, saved, putRoute } = await openGallery();
    saved.saveElsewhere({ title: 'Ebb' });

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.type(dialog.getByLabelText('Description'), ', and a spring');
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Use the newer one'));

    expectNoConflict();
    expect(dialog.getByLabelText('Title')).toHaveValue('Ebb');
    expect(dialog.getByLabelText('Description')).toHaveValue('Four winters, and a spring');
    expect(submit()).toHaveFocus();
    expect(api.ifMatchOf(putRoute)).toEqual(['"1"']);
    await user.click(submit());
    await waitFor(() =>
      expect(saved.current()).toMatchObject({ title: 'Ebb', description: 'Four winters, and a spring' }),
    );
  });

  it('closes the edit dialog without a question when the form equals the saved version', async () => {
    const { user, dialog, submit, saved } = await openGallery();
    saved.saveElsewhere({ title: 'Ebb' });
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Use the newer one'));

    await user.click(dialog.getByRole('button', { name: 'Cancel' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expectNoConflict();
  });

  it('preserves the input after Escape and shows the conflict again on submit', async () => {
    const { user, dialog, submit, saved } = await openGallery();
    saved.saveElsewhere({ title: 'Ebb', slug: 'ebb' });
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    await findConflictDialog();

    await user.keyboard('{Escape}');
    expectNoConflict();
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water!');
    expect(dialog.getByLabelText('URL Identifier')).toHaveValue('slack-water');
    await user.click(submit());

    expect((await findConflictDialog()).valuesOf('Title')).toEqual(['Slack Water!', 'Ebb']);
    expect(saved.current().title).toBe('Ebb');
  });

  it('shows the pause added here and the text added elsewhere', async () => {
    const { user, dialog, moveButton, submit, saved, meadow } = await openGallery();
    saved.saveElsewhere({ interludes: [{ before: meadow, text: 'Winter' }] });

    await user.click(moveButton('Harbour'));
    await user.click(dialog.getByRole('button', { name: /^Add pause/ }));
    await user.click(submit());

    const question = await findConflictDialog();
    expect(question.valuesOf('Texts between photos')).toEqual(['Pause', 'Text “Winter”']);
  });

  it('keeps a pause at its position when the photo after it was removed elsewhere', async () => {
    const { user, dialog, moveButton, submit, saved, harbour, meadow } = await openGallery();
    await user.click(moveButton('Harbour'));
    await user.click(dialog.getByRole('button', { name: /^Add pause/ }));
    saved.saveElsewhere({ photo_ids: [harbour, meadow] });
    await user.click(submit());

    await waitFor(() => expect(saved.current().interludes).toEqual([{ before: meadow, text: null }]));
  });

  it('keeps the pause at its position too when another conflict is answered first', async () => {
    const { user, dialog, moveButton, submit, saved, harbour, meadow } = await openGallery();
    await user.click(moveButton('Harbour'));
    await user.click(dialog.getByRole('button', { name: /^Add pause/ }));
    await user.type(dialog.getByLabelText('Title'), '!');
    saved.saveElsewhere({ title: 'Ebb', photo_ids: [harbour, meadow] });
    await user.click(submit());
    await user.click((await findConflictDialog()).button('Save mine'));

    await waitFor(() => expect(saved.current().title).toBe('Slack Water!'));
    expect(saved.current()).toMatchObject({
      photo_ids: [harbour, meadow],
      interludes: [{ before: meadow, text: null }],
    });
  });

  it('moves a pause added elsewhere to the next photo when the photo after it was removed here', async () => {
    const { user, dialog, submit, saved, harbour, ridge, meadow } = await openGallery();
    await user.click(dialog.getByRole('button', { name: 'Remove Ridge' }));
    saved.saveElsewhere({ interludes: [{ before: ridge, text: null }] });
    await user.click(submit());

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved.current()).toMatchObject({
      photo_ids: [harbour, meadow],
      interludes: [{ before: meadow, text: null }],
    });
  });

  it('shows both photo orders, and keeps a photo added elsewhere in both', async () => {
    const { user, dialog, moveButton, press, submit, saved, harbour, ridge, meadow, gull } = await openGallery();
    saved.saveElsewhere({ photo_ids: [harbour, meadow, ridge, gull] });

    act(() => moveButton('Ridge').focus());
    await press(' {Home} ');
    await user.click(submit());

    const question = await findConflictDialog();
    await waitFor(() =>
      expect(question.valuesOf('Photos')).toEqual(['4 photosRidgeHarbourMeadowGull', '4 photosHarbourMeadowRidgeGull']),
    );
    await user.click(question.button('Save mine'));
    await waitFor(() => expect(saved.current().photo_ids).toEqual([ridge, harbour, meadow, gull]));
    expect(dialog.queryByRole('alert')).toBeNull();
  });

  it('shows the conflict for a draft restored after signing in again', async () => {
    const page = await openGallery();
    const { user, api, dialog, submit, saved, putRoute } = page;
    const handle = saved.routes[putRoute]!;
    api.respond(putRoute, () => failing('auth.required'));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    saved.saveElsewhere({ title: 'Ebb', description: 'Five winters' });
    api.respond(putRoute, handle as never);

    await signInAgain(page);
    expect(await screen.findByLabelText('Title')).toHaveValue('Slack Water!');
    await user.click(screen.getByRole('button', { name: 'Update Gallery' }));

    const question = await findConflictDialog();
    expect(question.valuesOf('Title')).toEqual(['Slack Water!', 'Ebb']);
    await user.click(question.button('Save mine'));
    await waitFor(() => expect(saved.current()).toMatchObject({ title: 'Slack Water!', description: 'Five winters' }));
  });

  it('fails after three attempts that each meet another change', async () => {
    const { user, api, dialog, submit, saved, putRoute } = await openGallery();
    const handle = saved.routes[putRoute]! as (call: object) => unknown;
    let changes = 0;
    api.respond(putRoute, (call) => {
      saved.saveElsewhere({ description: `${(changes += 1)} winters` });
      return handle(call);
    });

    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());

    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'This was changed elsewhere in the meantime. Please try again.',
    );
    expect(api.ifMatchOf(putRoute)).toHaveLength(3);
    expect(dialog.getByLabelText('Title')).toHaveValue('Slack Water!');
  });

  it('shows a toast for a conflict after its dialog was left', async () => {
    let respond = () => {};
    const { user, api, gallery, dialog, submit, putRoute } = await openGallery();
    const newer = { gallery: { ...gallery, title: 'Ebb' }, photo_ids: [], interludes: [] };
    const outdated = failing('request.outdated', undefined, newer, '"2"');
    api.respond(putRoute, () => new Promise((resolve) => (respond = () => resolve(outdated))));
    await user.type(dialog.getByLabelText('Title'), '!');
    await user.click(submit());
    await screen.findByRole('button', { name: 'Updating...' });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));

    respond();

    expect(
      await screen.findByText('This was changed elsewhere in the meantime. Please try again.'),
    ).toBeInTheDocument();
    expectNoConflict();
  });
});

it('saves a gallery without an ETag unconditionally', async () => {
  const { user, api, save, dialog, submit } = await openEditDialog();

  await user.type(dialog.getByLabelText('Title'), '!');
  await user.click(submit());

  expect(await screen.findByText('Gallery updated successfully!')).toBeInTheDocument();
  expect(api.ifMatchOf(save)).toEqual([null]);
});

it('refetches a gallery that changes between two of its pages', async () => {
  const [harbour, ridge] = [aPhoto({ title: 'Harbour' }), aPhoto({ title: 'Ridge' })];
  const gallery = aGallery({ title: 'Slack Water', slug: 'slack-water' });
  let first = { photo: harbour, etag: '"1"' };
  const { order } = await openEditDialog({
    'GET /galleries/slack-water': ({ query }) => {
      const isFirst = !query.get('cursor');
      const shown = isFirst ? first.photo : harbour;
      const etag = isFirst ? first.etag : '"2"';
      first = { photo: ridge, etag: '"2"' };
      return new FakeResponse(
        200,
        { gallery, photos: [shown], interludes: [], next_cursor: isFirst ? 'more' : null, total: 2 },
        etag,
      );
    },
  });

  expect(order()).toEqual(['Ridge', 'Harbour']);
});

describe('a news item saved elsewhere', () => {
  const open = async () => {
    const listed = aNewsItem({ id: 3, headline: 'Open studio', content: 'In May', link: null });
    const saved = aVersionedResource(listed, {
      get: '/news/3',
      put: '/news/3',
      toResponse: (news) => ({ news }),
      toChanges: (body: object) => body,
    });
    const page = renderSignedIn('/admin/news?edit=3', { 'GET /news': () => aNewsList([listed]), ...saved.routes });
    const headline = await screen.findByLabelText('Headline');
    return {
      ...page,
      saved,
      headline,
      update: () => page.user.click(screen.getByRole('button', { name: 'Update News' })),
    };
  };

  it('shows the conflict before any save, then saves the own value after “Save mine”', async () => {
    const { user, api, saved, headline, update } = await open();
    saved.saveElsewhere({ headline: 'Closed studio', link: 'https://example.com' });

    await user.type(headline, ' again');
    await update();
    const question = await findConflictDialog();
    expect(question.valuesOf('Headline')).toEqual(['Open studio again', 'Closed studio']);
    expect(api.ifMatchOf('PUT /news/3')).toEqual([]);
    await user.click(question.button('Save mine'));

    expect(await screen.findByText('News updated successfully!')).toBeInTheDocument();
    expect(saved.current()).toMatchObject({ headline: 'Open studio again', link: 'https://example.com' });
    expect(api.ifMatchOf('PUT /news/3')).toEqual(['"2"']);
  });

  it('merges changes, also one to an empty value', async () => {
    const { user, saved, headline, update } = await open();
    saved.saveElsewhere({ content: '', is_active: false });

    await user.type(headline, '!');
    await update();

    expect(await screen.findByText('Merged with changes made elsewhere: Content, Active')).toBeInTheDocument();
    await waitFor(() =>
      expect(saved.current()).toMatchObject({ headline: 'Open studio!', content: '', is_active: false }),
    );
  });

  it('shows an empty value as “Empty”', async () => {
    const { user, saved, headline, update } = await open();
    saved.saveElsewhere({ headline: null });

    await user.type(headline, '!');
    await update();

    expect((await findConflictDialog()).valuesOf('Headline')).toEqual(['Open studio!', 'Empty']);
  });
});

describe('a save of settings', () => {
  type Values = Parameters<typeof theSettings>[0] & object;
  const open = async () => {
    const saved = aVersionedResource<Values>(
      { imprint: 'Northport', privacy: 'No cookies', site_title: 'Slow Light' },
      {
        get: '/admin/settings/website',
        put: '/admin/settings/website',
        toResponse: theSettings,
        toChanges: ({ settings }: { settings: object }) => settings,
      },
    );
    const page = renderSignedIn('/admin/settings/privacy', saved.routes);
    const imprint = await screen.findByLabelText('Responsible for this website');
    return {
      ...page,
      saved,
      imprint,
      save: () => page.user.click(screen.getByRole('button', { name: 'Save Changes' })),
    };
  };
  const putRoute = 'PUT /admin/settings/website';

  it('merges changes made elsewhere, and announces those of the page', async () => {
    const { user, api, saved, imprint, save } = await open();
    saved.saveElsewhere({ privacy: 'One cookie', site_title: 'Quick Light' });

    await user.type(imprint, '!');
    await save();

    expect(await screen.findByText('Merged with changes made elsewhere: Privacy')).toBeInTheDocument();
    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Privacy' })).toHaveValue('One cookie');
    expect(saved.current()).toEqual({ imprint: 'Northport!', privacy: 'One cookie', site_title: 'Quick Light' });
    expect(api.bodiesOf(putRoute).at(-1)).toEqual({ settings: { imprint: 'Northport!' } });
  });

  it('shows the conflict of a setting changed here and elsewhere, and continues from the choice', async () => {
    const { user, saved, imprint, save } = await open();
    saved.saveElsewhere({ imprint: 'Southport' });
    await user.type(imprint, '!');
    await save();
    const question = await findConflictDialog();
    expect(question.valuesOf('Responsible for this website')).toEqual(['Northport!', 'Southport']);

    await user.click(question.button('Use the newer one'));
    expect(imprint).toHaveValue('Southport');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
    await user.type(imprint, '?');
    await save();

    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(saved.current().imprint).toBe('Southport?');
  });

  it('causes no conflict after other saves of the page', async () => {
    const { user, api, saved, imprint, save } = await open();

    await user.type(imprint, '!');
    await save();
    await screen.findByText('Settings updated successfully!');
    await user.click(screen.getByRole('switch', { name: 'Comments' }));
    await screen.findByText('Comments disabled!');
    await user.type(imprint, '!');
    await save();

    await waitFor(() => expect(saved.current()).toMatchObject({ imprint: 'Northport!!', comments_open: 'false' }));
    expect(api.ifMatchOf(putRoute)).toEqual(['"1"', null, '"2"', '"3"']);
    expectNoConflict();
    expect(screen.queryByText(/^Merged/)).toBeNull();
  });
});

describe('a profile saved elsewhere', () => {
  it('preserves the email address changed elsewhere', async () => {
    const { user, api, saved, name, save } = await openSavedProfile();
    saved.saveElsewhere({ email: 'elin@example.net' });

    await user.type(name, ' R.');
    await save();

    expect(await screen.findByText('Merged with changes made elsewhere: Email Address')).toBeInTheDocument();
    await waitFor(() => expect(saved.current()).toMatchObject({ name: 'Elin Marsh R.', email: 'elin@example.net' }));
    expect(screen.getByLabelText(/^Email Address/)).toHaveValue('elin@example.net');
    expect(api.ifMatchOf('PUT /admin/settings/profile')).toEqual(['"2"']);
  });

  it('shows the conflict of a name changed here and elsewhere', async () => {
    const { user, saved, name, save } = await openSavedProfile();
    saved.saveElsewhere({ name: 'Elin Åström' });

    await user.type(name, ' R.');
    await save();

    expect((await findConflictDialog()).valuesOf('Full Name')).toEqual(['Elin Marsh R.', 'Elin Åström']);
    expect(saved.current().name).toBe('Elin Åström');
  });
});

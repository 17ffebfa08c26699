import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@portfolio/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { findConflictDialog } from '../../../../test/conflict-dialog.ts';
import { aGallery, aGalleryList, aPhoto, aPhotoList, theSettings } from '../../../../test/factories.ts';
import { aVersionedResource, failing } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

type Values = NonNullable<Parameters<typeof theSettings>[0]>;

const PUT = 'PUT /admin/settings/website';
const harbour = aPhoto({ title: 'Harbour' });
const self = aPhoto({ title: 'Self', visibility: 'hidden' });

async function open(values: Values = {}) {
  const page = renderSignedIn('/admin/settings/texts', {
    'GET /admin/settings/website': () => theSettings(values),
    'GET /photos': ({ query }) => aPhotoList(query.get('search') === 'self' ? [self] : [harbour, self]),
    [`GET /photos/${harbour.id}`]: () => ({ photo: harbour }),
    [`GET /photos/${self.id}`]: () => ({ photo: self }),
    [PUT]: ({ body }) => ({ ...theSettings({ ...values, ...(body as { settings: Values }).settings }), message: '' }),
  });
  const about = within(await screen.findByRole('region', { name: 'About' }));
  const save = async () => {
    await page.user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await screen.findByText('Settings updated successfully!');
    return page.api.bodiesOf(PUT);
  };
  return { ...page, about, save };
}

describe('the portrait', () => {
  it('is chosen from the photos, with a search', async () => {
    const { user, about, save } = await open();

    await user.click(about.getByRole('button', { name: 'Choose Portrait' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose Portrait' }));
    await dialog.findByRole('button', { name: 'Harbour' });
    await user.type(dialog.getByLabelText('Search photos'), 'self');
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Harbour' })).toBeNull());
    await user.click(dialog.getByRole('button', { name: 'Self' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await about.findByText('Not public: visitors do not see it here.')).toBeVisible();
    expect(await save()).toEqual([{ settings: { about_portrait: String(self.id) } }]);
  });

  it('is chosen from a further page, which is loaded again after a failure', async () => {
    const { user, about, api } = await open();
    const isFurther = ({ query }: { query: URLSearchParams }) => query.has('cursor');
    const refused = () => failing('request.too-many');
    api.respond('GET /photos', (call) => (isFurther(call) ? refused() : aPhotoList([harbour], 'c2')));
    await user.click(about.getByRole('button', { name: 'Choose Portrait' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose Portrait' }));
    expect(dialog.getByLabelText('Search photos')).toHaveAttribute('maxlength', String(LIMITS.title));

    await user.click(await dialog.findByRole('button', { name: 'Load more' }));
    const failure = await dialog.findByRole('alert');
    expect(dialog.queryByText('Failed to fetch photos')).toBeNull();
    const photos = dialog.getByRole('list', { name: 'Photos to choose from' });
    expect(photos.compareDocumentPosition(failure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(dialog.queryByRole('button', { name: 'Load more' })).toBeNull();
    api.respond('GET /photos', (call) => (isFurther(call) ? aPhotoList([self]) : refused()));
    await user.click(dialog.getByRole('button', { name: 'Try Again' }));

    expect(await dialog.findByRole('button', { name: 'Self' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Harbour' })).toBeVisible();
  });

  it('has a note where it is only in a private gallery', async () => {
    const gallery = aGallery({ visibility: 'private', is_active: false });
    const guest = aPhoto({ title: 'Guest', galleries: [{ id: gallery.id, title: 'Guests', slug: 'guests' }] });
    renderSignedIn('/admin/settings/texts', {
      'GET /admin/settings/website': () => theSettings({ about_portrait: String(guest.id) }),
      'GET /galleries': () => aGalleryList([gallery]),
      [`GET /photos/${guest.id}`]: () => ({ photo: guest }),
    });

    expect(await screen.findByText('Not public: visitors do not see it here.')).toBeVisible();
  });

  it('offers a retry after it failed to load', async () => {
    const { user, api } = renderSignedIn('/admin/settings/texts', {
      'GET /admin/settings/website': () => theSettings({ about_portrait: String(harbour.id) }),
      [`GET /photos/${harbour.id}`]: () => failing('request.too-many'),
    });
    const portrait = within(await screen.findByRole('group', { name: 'Portrait' }));
    expect(await portrait.findByRole('alert')).toBeVisible();

    api.respond(`GET /photos/${harbour.id}`, () => ({ photo: harbour }));
    await user.click(portrait.getByRole('button', { name: 'Try Again' }));

    expect(await portrait.findByText('Harbour')).toBeVisible();
    expect(portrait.queryByRole('alert')).toBeNull();
  });

  it('is removed', async () => {
    const { user, about, save } = await open({ about_portrait: String(harbour.id) });
    expect(await about.findByText('Harbour')).toBeVisible();

    await user.click(about.getByRole('button', { name: 'Remove Portrait' }));

    expect(about.queryByText('Harbour')).toBeNull();
    expect(about.getByRole('button', { name: 'Choose Portrait' })).toHaveFocus();
    expect(await save()).toEqual([{ settings: { about_portrait: '' } }]);
  });
});

describe('the exhibitions', () => {
  const slack = { year: '2025', title: 'Slack Water', place: 'Harbour Rooms', link: '' };
  const early = { year: '2021', title: 'Early Light', place: 'Library', link: 'https://example.com' };
  const saved = (bodies: unknown[]) =>
    JSON.parse((bodies[0] as { settings: { exhibitions: string } }).settings.exhibitions || '[]') as unknown;

  it('are added at the top, with the focus in the new line', async () => {
    const { user, about, save } = await open({ exhibitions: JSON.stringify([early]) });

    await user.click(about.getByRole('button', { name: 'Add Exhibition' }));
    await waitFor(() => expect(about.getAllByLabelText('Year')[0]).toHaveFocus());
    await user.keyboard('2025');
    await user.type(about.getAllByLabelText('Title')[0]!, 'Slack Water');
    await user.type(about.getAllByLabelText('Place')[0]!, 'Harbour Rooms');

    expect(saved(await save())).toEqual([slack, early]);
  });

  it('are moved and removed', async () => {
    const { user, about, save } = await open({
      exhibitions: JSON.stringify([early, slack, { ...slack, title: 'Old' }]),
    });

    await user.click(about.getByRole('button', { name: 'Move Slack Water up' }));
    await user.click(about.getByRole('button', { name: 'Remove Old' }));

    expect(saved(await save())).toEqual([slack, early]);
  });

  it('keep the focus when they are moved or the last one is removed by keyboard', async () => {
    const { user, about, save } = await open({
      exhibitions: JSON.stringify([early, { ...slack, title: 'Old' }, slack]),
    });
    const button = (name: string) => about.getByRole('button', { name });

    button('Move Slack Water up').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Move Slack Water up')).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Move Slack Water up')).toHaveFocus());
    button('Remove Old').focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(button('Add Exhibition')).toHaveFocus());

    expect(saved(await save())).toEqual([slack, early]);
  });

  it('need a title and a valid link', async () => {
    const { user, api, about } = await open({ exhibitions: JSON.stringify([slack, early]) });
    const line = within(about.getByRole('listitem', { name: 'Early Light' }));
    const submit = () => user.click(screen.getByRole('button', { name: 'Save Changes' }));

    await user.clear(line.getByLabelText('Title'));
    await submit();
    expect(await about.findByRole('alert')).toBeVisible();
    expect(line.getByLabelText('Title')).toBeInvalid();
    expect(line.getByLabelText('Title')).toHaveAccessibleDescription('Exhibition 2 needs a title');
    expect(line.getByLabelText('Title')).toHaveFocus();
    await user.type(line.getByLabelText('Title'), 'Early');
    await user.type(line.getByLabelText('Link'), ' and more');
    await submit();

    expect(await about.findByText('Please enter a valid URL starting with http:// or https://')).toBeVisible();
    expect(line.getByLabelText('Link')).toHaveFocus();
    expect(line.getByLabelText('Title')).toBeValid();
    expect(api.bodiesOf(PUT)).toEqual([]);
  });
});

it('a portrait and exhibitions changed elsewhere too are compared by title, year, place and link', async () => {
  const slackAt = (place: string) => JSON.stringify([{ year: '2025', title: 'Slack Water', place, link: '' }]);
  const saved = aVersionedResource<Values>(
    { about_portrait: '', exhibitions: slackAt('Library') },
    {
      get: '/admin/settings/website',
      put: '/admin/settings/website',
      toResponse: theSettings,
      toChanges: ({ settings }: { settings: object }) => settings,
    },
  );
  const { user } = renderSignedIn('/admin/settings/texts', {
    ...saved.routes,
    'GET /photos': () => aPhotoList([harbour, self]),
    [`GET /photos/${harbour.id}`]: () => ({ photo: harbour }),
    [`GET /photos/${self.id}`]: () => ({ photo: self }),
  });
  const about = within(await screen.findByRole('region', { name: 'About' }));
  await user.click(about.getByRole('button', { name: 'Choose Portrait' }));
  await user.click(await screen.findByRole('button', { name: 'Self' }));
  await user.type(about.getByLabelText('Place'), ' Hall');
  saved.saveElsewhere({ about_portrait: String(harbour.id), exhibitions: slackAt('Harbour Rooms') });
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));

  const { valuesOf } = await findConflictDialog();
  await waitFor(() => expect(valuesOf('Portrait')).toEqual(['Self', 'Harbour']));
  expect(valuesOf('Exhibitions')).toEqual(['2025, Slack Water, Library Hall', '2025, Slack Water, Harbour Rooms']);
});

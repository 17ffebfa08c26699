import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aNewsItem, aNewsList } from '../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';
import { signInAgain } from '../../../test/sign-in-again.ts';

const STORY = 'The studio is open on the first Sunday in May. '.repeat(10).trim();

const openStudio = () =>
  aNewsItem({ id: 3, headline: 'Open studio', content: STORY, link: 'https://example.com/open-studio' });

const bare = () => aNewsItem({ id: 2, headline: null, content: null, link: null, is_active: false });

const withNews = (items = [openStudio(), bare()]) => ({
  'GET /news': () => aNewsList(items),
  ...Object.fromEntries(items.map((news) => [`GET /news/${news.id}`, () => ({ news })])),
});

/** Neither picture nor schedule. */
const NO_EXTRAS = { photo_id: null, publish_at: null, unpublish_at: null };

const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the news page', () => {
  it('shows a table with excerpts and placeholders', async () => {
    renderSignedIn('/admin/news', withNews());

    const table = within(await screen.findByRole('table', { name: 'News' }));
    expect(screen.getByRole('heading', { name: 'Manage News' })).toBeVisible();
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Headline',
      'Content',
      'Link',
      'Status',
      'Created',
      'Actions',
    ]);
    const [, first, second] = table.getAllByRole('row');
    expect(first).toHaveTextContent(/Open studio.*The studio is open.*Sunday in…https:.*Active.*May 4, 2026/);
    expect(first).not.toHaveTextContent(STORY);
    expect(second).toHaveTextContent(/No headline.*No content.*No link.*Inactive/);
  });

  it('opens web addresses in a new tab and links no others', async () => {
    renderSignedIn('/admin/news', withNews([openStudio(), aNewsItem({ link: 'javascript:alert(1)' })]));

    const link = await screen.findByRole('link', { name: 'https://example.com/open-studio' });
    expect(link).toHaveAttribute('href', 'https://example.com/open-studio');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener');
    expect(screen.getByText('javascript:alert(1)')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'javascript:alert(1)' })).toBeNull();
  });

  it('shows the empty state', async () => {
    const { user } = renderSignedIn('/admin/news', withNews([]));

    const empty = (await screen.findByRole('heading', { name: 'No news items yet' })).parentElement as HTMLElement;
    expect(empty).toHaveTextContent('Create your first news item to display on the home page');
    await user.click(within(empty).getByRole('button', { name: 'New News Item' }));

    expect(screen.getByRole('dialog', { name: 'Create News Item' })).toBeVisible();
  });

  it('shows a failed load and retries it', async () => {
    const { user, api } = renderSignedIn('/admin/news', { 'GET /news': () => failing('request.too-many') });

    const failure = await screen.findByRole('alert');
    expect(failure).toHaveTextContent('Too many requests. Please try again in a little while.');
    expect(failure).toHaveClass('failure');
    api.respond('GET /news', () => aNewsList([openStudio()]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await row(/Open studio/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('loads further pages', async () => {
    const { user } = renderSignedIn('/admin/news', {
      'GET /news': ({ query }) =>
        query.get('cursor') ? aNewsList([bare()]) : { ...aNewsList([openStudio()]), next_cursor: 'c2' },
    });

    await user.click(await screen.findByRole('button', { name: 'Show More' }));

    expect(await row(/No headline/)).toBeVisible();
    expect(screen.getByRole('row', { name: /Open studio/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show More' })).toBeNull();
  });
});

describe('creating a news item', () => {
  it('requires nothing, and the item is active', async () => {
    const { user, api, address } = renderSignedIn('/admin/news?new', {
      ...withNews([]),
      'POST /news': () => ({ news: bare() }),
    });

    const dialog = within(await screen.findByRole('dialog', { name: 'Create News Item' }));
    expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked();
    api.respond('GET /news', () => aNewsList([bare()]));
    await user.click(dialog.getByRole('button', { name: 'Create News' }));

    expect(await screen.findByText('News created successfully!')).toBeInTheDocument();
    expect(await row(/No headline/)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/admin/news');
    expect(api.bodiesOf('POST /news')).toEqual([
      { ...{ headline: '', content: '', link: '', is_active: true }, ...NO_EXTRAS },
    ]);
  });

  it('starts with the key a and sends all fields', async () => {
    let respond = (_: unknown) => {};
    const { user, api } = renderSignedIn('/admin/news', {
      ...withNews(),
      'POST /news': () => new Promise((resolve) => (respond = resolve)),
    });
    await row(/Open studio/);

    await user.keyboard('a');
    await user.type(screen.getByLabelText('Headline'), 'A book');
    await user.type(screen.getByLabelText('Content'), 'It is out.');
    await user.type(screen.getByLabelText('External Link'), 'http://example.com');
    await user.click(screen.getByRole('switch', { name: 'Active' }));
    await user.click(screen.getByRole('button', { name: 'Create News' }));
    await user.click(await screen.findByRole('button', { name: 'Creating...' }));
    respond({ news: bare() });

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf('POST /news')).toEqual([
      {
        ...{ headline: 'A book', content: 'It is out.', link: 'http://example.com', is_active: false },
        ...NO_EXTRAS,
      },
    ]);
  });

  /** Types on during the save of a new item. */
  async function typeDuringSave() {
    let respond = (_: unknown) => {};
    const page = renderSignedIn('/admin/news?new', {
      ...withNews([]),
      'POST /news': () => new Promise((resolve) => (respond = resolve)),
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Create News Item' }));
    const headline = dialog.getByLabelText('Headline');
    await page.user.type(headline, 'A book{Enter}');
    await dialog.findByRole('button', { name: 'Creating...' });
    await page.user.type(headline, ' is out');
    const news = aNewsItem({ id: 7, headline: 'A book', content: null });
    page.api.respond('GET /news', () => aNewsList([news]));
    respond(new FakeResponse(201, { news }, '"1"'));
    await screen.findByRole('dialog', { name: 'Edit News Item' });
    return { ...page, dialog, headline, news };
  }

  it('becomes the Edit dialog when text is typed during the save', async () => {
    const { user, api, address, dialog, headline, news } = await typeDuringSave();
    api.respond('PUT /news/7', () => ({ news: { ...news, headline: 'A book is out' } }));

    expect(await screen.findByText('News created successfully!')).toBeInTheDocument();
    expect(headline).toHaveValue('A book is out');
    expect(headline).toHaveFocus();
    await waitFor(() => expect(address()).toBe('/admin/news?edit=7'));
    await user.click(dialog.getByRole('button', { name: 'Update News' }));

    expect(await screen.findByText('News updated successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/admin/news');
    expect(api.bodiesOf('POST /news')).toMatchObject([{ headline: 'A book' }]);
    expect(api.bodiesOf('PUT /news/7')).toMatchObject([{ headline: 'A book is out' }]);
    expect(api.ifMatchOf('PUT /news/7')).toEqual(['"1"']);
    await user.click(await screen.findByRole('button', { name: 'Edit A book' }));
    expect(screen.getByLabelText('Headline')).toHaveValue('A book');
  });

  it('restores text that was typed during the save after a new sign-in', async () => {
    const { user, api, dialog } = await typeDuringSave();
    api.respond('PUT /news/7', () => failing('auth.required'));
    await user.click(dialog.getByRole('button', { name: 'Update News' }));
    await signInAgain({ user, api });

    expect(await screen.findByRole('dialog', { name: 'Edit News Item' })).toBeVisible();
    expect(screen.getByLabelText('Headline')).toHaveValue('A book is out');
  });

  it('rejects an invalid link and a headline that is too long', async () => {
    const { user, api } = renderSignedIn('/admin/news?new', withNews());

    await user.click(await screen.findByLabelText('Headline'));
    await user.paste('x'.repeat(256));
    await user.type(screen.getByLabelText('External Link'), 'ftp://example.com');
    await user.click(screen.getByRole('button', { name: 'Create News' }));

    await waitFor(() =>
      expect(screen.getByLabelText('External Link')).toHaveAccessibleDescription(
        'Please enter a valid URL starting with http:// or https://',
      ),
    );
    expect(screen.getByLabelText('Headline')).toHaveAccessibleDescription('Headline is too long');
    expect(api.bodiesOf('POST /news')).toEqual([]);
  });

  it.each([
    ['at its field', failing('request.invalid', { headline: 'Not on a Sunday' }), 'Not on a Sunday'],
    ['at the picture', failing('photo.not-found', { photo_id: 'Photo not found' }), 'Photo not found'],
    ['in the form', failing('service.unavailable'), 'The site is busy right now. Please try again in a moment.'],
    ['with the default message', new FakeResponse(500, undefined), 'Failed to create news'],
  ])('shows a refusal of the API %s', async (_, response, message) => {
    const { user } = renderSignedIn('/admin/news?new', { ...withNews(), 'POST /news': () => response });

    await user.type(await screen.findByLabelText('Headline'), 'A book');
    await user.click(screen.getByRole('button', { name: 'Create News' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Headline')).toHaveValue('A book');
  });

  it('confirms before input is discarded', async () => {
    const { user } = renderSignedIn('/admin/news?new', withNews());
    await user.type(await screen.findByLabelText('Headline'), 'A book');

    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Headline')).toHaveValue('A book');

    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('changing a news item', () => {
  it('sends all fields, also empty ones', async () => {
    const { user, api } = renderSignedIn('/admin/news', {
      ...withNews(),
      'PUT /news/3': () => ({ news: openStudio() }),
    });

    await user.click(await screen.findByRole('button', { name: 'Edit Open studio' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit News Item' }));
    expect(dialog.getByLabelText('Content')).toHaveValue(STORY);
    await user.clear(dialog.getByLabelText('External Link'));
    await user.click(dialog.getByRole('button', { name: 'Update News' }));

    expect(await screen.findByText('News updated successfully!')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodiesOf('PUT /news/3')).toEqual([
      { ...{ headline: 'Open studio', content: STORY, link: '', is_active: true }, ...NO_EXTRAS },
    ]);
  });

  it('saves a schedule, and shows an end before its beginning at its field', async () => {
    const scheduled = { ...openStudio(), publish_at: '2999-04-01T08:00:00.000Z', unpublish_at: null };
    const { user, api } = renderSignedIn('/admin/news', {
      ...withNews([scheduled]),
      'PUT /news/3': () => failing('schedule.order', { unpublish_at: 'The end must be after the beginning' }),
    });
    expect(await row(/Open studio/)).toHaveTextContent('Scheduled, Apr 1, 2999');

    await user.click(screen.getByRole('button', { name: 'Edit Open studio' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit News Item' }));
    expect(dialog.getByLabelText('Publish at')).toHaveValue('2999-04-01T08:00');
    fireEvent.change(dialog.getByLabelText('Unpublish at'), { target: { value: '2999-03-01T08:00' } });
    await user.click(dialog.getByRole('button', { name: 'Update News' }));

    await waitFor(() =>
      expect(dialog.getByLabelText('Unpublish at')).toHaveAccessibleDescription(/The end must be after the beginning/),
    );
    expect(api.bodiesOf('PUT /news/3')).toMatchObject([
      { publish_at: '2999-04-01T08:00:00.000Z', unpublish_at: '2999-03-01T08:00:00.000Z' },
    ]);
  });

  it('sends one request for two clicks', async () => {
    const { user, api } = renderSignedIn('/admin/news?edit=3', {
      ...withNews(),
      'PUT /news/3': () => new Promise(() => {}),
    });

    await user.click(await screen.findByRole('button', { name: 'Update News' }));
    await user.click(await screen.findByRole('button', { name: 'Updating...' }));

    expect(api.bodiesOf('PUT /news/3')).toHaveLength(1);
  });

  it('opens by address, also for an item on a later page', async () => {
    renderSignedIn('/admin/news?edit=2', {
      'GET /news': ({ query }) =>
        query.get('cursor') ? aNewsList([bare()]) : { ...aNewsList([openStudio()]), next_cursor: 'c2' },
    });

    expect(await screen.findByRole('dialog', { name: 'Edit News Item' })).toBeVisible();
  });

  it('shows that a deleted item does not exist', async () => {
    const { user, address } = renderSignedIn('/admin/news?edit=99', withNews());

    const dialog = await screen.findByRole('dialog', { name: 'News item not found' });
    await user.click(within(dialog).getByRole('button', { name: 'See All News' }));

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/admin/news');
  });

  it('keeps the input when the item leaves the list', async () => {
    const { user, api } = renderSignedIn('/admin/news?edit=3', {
      ...withNews(),
      'PUT /news/2': () => ({ news: bare() }),
    });
    await user.type(await screen.findByLabelText('Headline'), ' again');
    api.respond('GET /news', () => aNewsList([bare()]));

    // A switch behind the dialog refetches the list.
    fireEvent.click(screen.getByRole('switch', { name: /^Active: news item 2/, hidden: true }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /Open studio/, hidden: true })).toBeNull());

    expect(screen.getByLabelText('Headline')).toHaveValue('Open studio again');
  });

  it.each([
    ['saved', () => ({ news: openStudio() }), 'News updated successfully!'],
    ['refused', () => failing('service.unavailable'), 'The site is busy right now. Please try again in a moment.'],
  ])('leaves another dialog open when it is %s after its own was closed', async (_, response, message) => {
    let settle = () => {};
    const { user } = renderSignedIn('/admin/news?edit=3', {
      ...withNews(),
      'PUT /news/3': () => new Promise((resolve) => (settle = () => resolve(response()))),
    });
    await user.click(await screen.findByRole('button', { name: 'Update News' }));
    await screen.findByRole('button', { name: 'Updating...' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: /^Edit news item 2/ }));

    settle();

    // The open dialog hides the page.
    const open = await screen.findByRole('dialog', { name: 'Edit News Item' });
    expect(await within(open).findByText(message)).toBeVisible();
  });

  it('shows a refusal of the API', async () => {
    const { user } = renderSignedIn('/admin/news?edit=3', { ...withNews(), 'PUT /news/3': unreachable });

    await user.click(await screen.findByRole('button', { name: 'Update News' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(unreached('Failed to update news'));
  });
});

describe('switching a news item', () => {
  it('hides it with an optimistic update, and shows it again', async () => {
    let respond = (_: unknown) => {};
    const { user, api } = renderSignedIn('/admin/news', {
      ...withNews(),
      'PUT /news/3': () => new Promise((resolve) => (respond = resolve)),
    });

    await user.click(await screen.findByRole('switch', { name: 'Active: Open studio' }));

    await waitFor(() => expect(screen.getByRole('switch', { name: 'Active: Open studio' })).not.toBeChecked());
    expect(screen.getByRole('row', { name: /Open studio/ })).toHaveTextContent('Inactive');
    api.respond('GET /news', () => aNewsList([{ ...openStudio(), is_active: false }, bare()]));
    respond({ news: { ...openStudio(), is_active: false } });
    expect(await screen.findByText('News updated successfully!')).toBeInTheDocument();
    expect(api.bodiesOf('PUT /news/3')).toEqual([{ is_active: false }]);
    expect(screen.getByRole('switch', { name: 'Active: Open studio' })).not.toBeChecked();

    api.respond('GET /news', () => aNewsList([openStudio(), bare()]));
    api.respond('PUT /news/3', () => ({ news: openStudio() }));
    await user.click(screen.getByRole('switch', { name: 'Active: Open studio' }));

    await waitFor(() => expect(api.bodiesOf('PUT /news/3')).toEqual([{ is_active: false }, { is_active: true }]));
    expect(screen.getByRole('switch', { name: 'Active: Open studio' })).toBeChecked();
    expect(screen.getByRole('row', { name: /Open studio/ })).not.toHaveTextContent('Inactive');
  });

  it('can be refetched after a failure, also with further pages', async () => {
    const changed = { ...openStudio(), headline: 'Open house' };
    const { user, api } = renderSignedIn('/admin/news', {
      'GET /news': () => aNewsList([openStudio()], 'c2'),
      'PUT /news/3': () => ({ news: openStudio() }),
    });
    const control = await screen.findByRole('switch', { name: 'Active: Open studio' });
    api.respond('GET /news', () => failing('request.too-many'));
    await user.click(control);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    let respond = () => {};
    const held = new Promise<void>((resolve) => (respond = resolve));
    api.respond('GET /news', ({ query }) =>
      query.has('cursor') ? aNewsList([bare()]) : held.then(() => aNewsList([changed], 'c2')),
    );

    await user.click(retry);
    await waitFor(() => expect(retry).toHaveAttribute('aria-disabled', 'true'));
    respond();

    expect(await row(/Open house/)).toBeVisible();
  });

  it('is rolled back after a refusal, also when the refetch fails', async () => {
    const { user, api } = renderSignedIn('/admin/news', { ...withNews(), 'PUT /news/3': unreachable });
    const control = await screen.findByRole('switch', { name: 'Active: Open studio' });
    api.respond('GET /news', () => failing('request.too-many'));

    await user.click(control);

    expect(await screen.findByText(unreached('Failed to update news'))).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(control).toBeChecked();
  });
});

describe('deleting a news item', () => {
  it('is confirmed first', async () => {
    const { user, api } = renderSignedIn('/admin/news', {
      ...withNews(),
      'DELETE /news/3': () => ({ message: 'News deleted successfully' }),
    });

    await user.click(await screen.findByRole('button', { name: 'Delete Open studio' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText('Are you sure you want to delete this news item?')).toBeVisible();
    expect(api.bodiesOf('DELETE /news/3')).toEqual([]);
    api.respond('GET /news', () => aNewsList([bare()]));
    await user.click(question.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('News deleted successfully')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('row', { name: /Open studio/ })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.body).not.toHaveFocus();
    expect(screen.getByRole('main')).toContainElement(document.activeElement as HTMLElement);
  });

  it.each([
    ['the API refuses', () => failing('news.not-found'), 'Failed to delete news. News item not found'],
    ['it is not reached', unreachable, unreached('Failed to delete news')],
    ['it has no message', () => new FakeResponse(500, undefined), 'Failed to delete news'],
  ])('shows the reason of a failure when %s', async (_, response, sentence) => {
    const { user } = renderSignedIn('/admin/news', { ...withNews(), 'DELETE /news/3': response });

    await user.click(await screen.findByRole('button', { name: 'Delete Open studio' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Open studio/ })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each([
    ['done', () => ({ message: 'News deleted successfully' }), 'News deleted successfully'],
    ['refused', () => failing('service.unavailable'), /^Failed to delete news\./],
  ])('leaves another dialog open when it is %s after its own was closed', async (_, response, message) => {
    let settle = () => {};
    const { user } = renderSignedIn('/admin/news', {
      ...withNews(),
      'DELETE /news/3': () => new Promise((resolve) => (settle = () => resolve(response()))),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete Open studio' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('button', { name: 'Deleting...' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: /^Delete news item 2/ }));

    settle();

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.getByRole('alertdialog', { name: 'Delete News Item' })).toBeVisible();
  });
});

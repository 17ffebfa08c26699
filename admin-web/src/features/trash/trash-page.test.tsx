import { afterEach, describe, expect, it } from '@jest/globals';
import { LIMITS, type TrashItemView, type TrashView } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aNewsItem, aNewsList, aTrashItem } from '../../../test/factories.ts';
import { failing, unreachable } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const { batch } = LIMITS;
afterEach(() => {
  Object.assign(LIMITS, { batch });
});

const photo = () => aTrashItem({ thumbnail_url: '/media/3/abc/320.jpeg?ticket=x' });
const comment = () => aTrashItem({ kind: 'comment', id: 3, title: 'Ruth Calder', text: 'The third post.' });

/** The page over a trash that the fake API changes. */
function showing(items: TrashItemView[]) {
  let stored = items;
  const page = renderSignedIn('/admin/trash', {
    'GET /admin/trash': (): TrashView => ({ items: stored, next_cursor: null, total: stored.length }),
  });
  const leave = ({ body }: { body: unknown }) => {
    const chosen = body as Partial<Record<string, number[]>>;
    const before = stored.length;
    stored = stored.filter(({ kind, id }) => !chosen[`${kind}_ids`]?.includes(id));
    return { count: before - stored.length, message: '' };
  };
  page.api.respond('POST /admin/trash/restore', leave);
  page.api.respond('POST /admin/trash/delete', leave);
  page.api.respond('DELETE /admin/trash', () => {
    const count = Math.min(stored.length, 1);
    stored = stored.slice(1);
    return { count, message: '', left: stored.length };
  });
  const bodyOf = (route: string) => page.api.calls.filter((call) => call.route === route).map(({ body }) => body);
  return { ...page, bodyOf };
}

/** Holds further requests for the dashboard, whose counts the menu shows. */
function holdRefetch(api: ReturnType<typeof showing>['api']) {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  api.respond('GET /admin/dashboard', () => held.then(() => aDashboard()));
  return { end };
}

const button = (name: string) => screen.findByRole('button', { name });
const confirm = async () =>
  within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete for Good' });

describe('the trash page', () => {
  it('lists items with their time, and restores one', async () => {
    const { user, bodyOf } = showing([photo(), comment()]);

    const row = await screen.findByRole('row', { name: /Harbour/ });
    expect(row).toHaveTextContent(/Photo.*Mar 14, 2026.*Apr 13, 2026/);
    expect(row.querySelector('img')).toHaveAttribute('src', '/media/3/abc/320.jpeg?ticket=x');
    expect(screen.getByRole('row', { name: /Ruth Calder/ })).toHaveTextContent(/The third post.*Comment/);
    await user.click(await button('Restore: Harbour'));

    expect(await screen.findByText('1 photo restored')).toBeVisible();
    expect(bodyOf('POST /admin/trash/restore')).toEqual([{ photo_ids: [3] }]);
    expect(screen.queryByRole('row', { name: /Harbour/ })).toBeNull();
    const section = screen.getByRole('table', { name: 'Trash' }).closest('[tabindex="-1"]');
    await waitFor(() => expect(section).toHaveFocus());
  });

  it('leaves the focus on an element that was focused while an item was restored', async () => {
    const { user, api } = showing([photo(), comment()]);
    const restore = await button('Restore: Harbour');
    const refetch = holdRefetch(api);
    await user.click(restore);
    await waitFor(() => expect(screen.queryByRole('row', { name: /Harbour/ })).toBeNull());
    const checkbox = screen.getByRole('checkbox', { name: 'Select Ruth Calder' });
    act(() => checkbox.focus());
    refetch.end();

    const next = screen.getByRole('button', { name: 'Restore: Ruth Calder' });
    await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled'));
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(checkbox).toHaveFocus();
  });

  it.each([
    ['Restore: Harbour', 'Delete for good: Harbour'],
    ['Restore 1', 'Delete 1 for Good'],
  ])('moves the focus to the section when "%s" removes the focused button beside it', async (restore, next) => {
    const { user, api } = showing([photo(), comment()]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select Harbour' }));
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    api.respond('GET /admin/trash', () => held.then(() => ({ items: [comment()], next_cursor: null, total: 1 })));
    await user.click(await button(restore));
    await user.tab();
    expect(screen.getByRole('button', { name: next })).toHaveFocus();

    respond();

    await waitFor(() => expect(screen.queryByRole('button', { name: next })).toBeNull());
    expect(screen.getByRole('table', { name: 'Trash' }).closest('[tabindex="-1"]')).toHaveFocus();
  });

  it('deletes the selected ones for good, after a confirmation', async () => {
    const { user, bodyOf } = showing([photo(), comment(), aTrashItem({ kind: 'news', id: 8, title: null })]);

    await user.click(await screen.findByRole('checkbox', { name: 'Select Harbour' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Ruth Calder' }));
    await user.click(await button('Delete 2 for Good'));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('delete 2 items for good? This cannot be undone.');
    expect(bodyOf('POST /admin/trash/delete')).toEqual([]);
    await user.click(await confirm());

    expect(await screen.findByText('2 items deleted')).toBeVisible();
    expect(bodyOf('POST /admin/trash/delete')).toEqual([{ photo_ids: [3], comment_ids: [3] }]);
    expect(screen.getByRole('row', { name: /News item/ })).toBeVisible();
  });

  it('is emptied, batch by batch, and says that it is empty', async () => {
    const { user, bodyOf } = showing([photo(), comment()]);

    await user.click(await button('Empty Trash'));
    await user.click(await confirm());

    expect(await screen.findByText('2 items deleted')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    expect(bodyOf('DELETE /admin/trash')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Empty Trash' })).toBeNull();
  });

  it('asks about the same number until all refetches have ended', async () => {
    const { user, api } = showing([photo(), comment()]);
    await user.click(await button('Empty Trash'));
    const refetch = holdRefetch(api);
    await user.click(await confirm());

    expect(await screen.findByRole('heading', { name: 'The trash is empty' })).toBeVisible();
    expect(screen.getByRole('alertdialog')).toHaveTextContent('delete 2 items for good?');
    refetch.end();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('reports also the items restored or deleted before a failure', async () => {
    Object.assign(LIMITS, { batch: 2 });
    const items = [1, 2, 3].map((id) => aTrashItem({ id }));
    const { user, api } = showing(items);
    let restorations = 0;
    api.respond('POST /admin/trash/restore', () => {
      restorations += 1;
      return restorations === 1 ? { count: 2, message: '' } : failing('server.failed');
    });
    let deletions = 0;
    api.respond('DELETE /admin/trash', () => {
      deletions += 1;
      return deletions === 1 ? { count: 7, message: '', left: 3 } : failing('service.unavailable');
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(await button('Restore 3'));

    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByText('2 photos restored')).toBeVisible();
    await user.click(await button('Empty Trash'));
    await user.click(await confirm());

    expect(await screen.findByText(/^The site is busy right now/)).toBeVisible();
    expect(screen.getByText('7 items deleted')).toBeVisible();
  });

  it('restores one item at a double click', async () => {
    const { user, bodyOf } = showing([photo(), comment()]);
    await user.click(await button('Restore: Harbour'));
    expect(await screen.findByText('1 photo restored')).toBeVisible();

    // The second click hits the item that has moved up.
    const next = await button('Restore: Ruth Calder');
    await waitFor(() => expect(next).not.toHaveAttribute('aria-disabled', 'true'));
    fireEvent.click(next, { detail: 2 });
    await user.hover(next);

    expect(bodyOf('POST /admin/trash/restore')).toEqual([{ photo_ids: [3] }]);
  });

  it('loads the next page also when an item is restored meanwhile', async () => {
    const { user, api } = showing([photo()]);
    let release = () => {};
    let isHeld = true;
    const first = { items: [photo()], next_cursor: 'c2', total: 2 };
    api.respond('GET /admin/trash', ({ query }) => {
      if (!query.has('cursor')) return first;
      const second = { items: [comment()], next_cursor: null, total: 2 };
      return isHeld ? new Promise((resolve) => (release = () => resolve(second))) : second;
    });
    await user.click(await button('Load more'));
    isHeld = false;

    await user.click(await button('Restore: Harbour'));
    release();

    expect(await screen.findByRole('row', { name: /Ruth Calder/ })).toBeVisible();
  });

  it('reports a further page that failed below the list alone', async () => {
    const { user, api } = showing([photo()]);
    api.respond('GET /admin/trash', ({ query }) =>
      query.has('cursor') ? failing('request.too-many') : { items: [photo()], next_cursor: 'c2', total: 2 },
    );

    await user.click(await button('Load more'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests.');
    expect(screen.queryByText('Failed to load the trash')).toBeNull();
  });

  it('reports failures, and loads again', async () => {
    const { user, api } = renderSignedIn('/admin/trash', { 'GET /admin/trash': () => failing('request.too-many') });
    expect(await screen.findByRole('heading', { name: 'Failed to load the trash' })).toBeVisible();
    api.respond('GET /admin/trash', () => ({ items: [photo()], next_cursor: null, total: 1 }));
    api.respond('POST /admin/trash/restore', () => failing('server.failed'));
    await user.click(await button('Try Again'));

    await user.click(await button('Restore: Harbour'));

    expect(await screen.findByText('Something went wrong')).toBeVisible();
    expect(screen.getByRole('row', { name: /Harbour/ })).toBeVisible();
  });
});

it.each([false, true])('undoes a deletion from its toast, after a lost connection: %p', async (isLost) => {
  let isDown = isLost;
  const item = aNewsItem({ id: 3, headline: 'Open studio' });
  let stored = [item];
  const { user, api } = renderSignedIn('/admin/news', { 'GET /news': () => aNewsList(stored) });
  api.respond('DELETE /news/3', () => {
    stored = [];
    return { message: '' };
  });
  api.respond('POST /admin/trash/restore', ({ body }) => {
    expect(body).toEqual({ news_ids: [3] });
    if (isDown) return unreachable();
    stored = [item];
    return { count: 1, message: '' };
  });
  await user.click(await button('Delete Open studio'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('It stays in the trash for 30 days.');
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Open studio/ })).toBeNull());

  if (isLost) {
    await user.click(await button('Undo'));
    await button('Try Again');
    isDown = false;
  }
  await user.dblClick(await button(isLost ? 'Try Again' : 'Undo'));

  expect(await screen.findByRole('row', { name: /Open studio/ })).toBeVisible();
  expect(await screen.findByText('1 news item restored')).toBeVisible();
  expect(api.bodiesOf('POST /admin/trash/restore')).toHaveLength(isLost ? 2 : 1);
});

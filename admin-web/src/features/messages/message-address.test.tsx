import { expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aMessage, aMessageList } from '../../../test/factories.ts';
import { failing, FakeResponse } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** On narrow screens the list is hidden while a message is open. */
const detail = () => {
  const list = screen.getByRole('list', { name: 'Messages' }).parentElement!;
  return within(list.nextElementSibling as HTMLElement);
};

it('a message whose page fails to load can be retried beside the list', async () => {
  const [last, first] = [aMessage({ subject: 'Far away' }), aMessage()];
  const { user, api } = renderSignedIn(`/admin/messages?message=${last.id}`, {
    'GET /admin/messages': ({ query }) =>
      query.has('cursor') ? new FakeResponse(400, undefined) : aMessageList([first], 'c2'),
  });

  await screen.findByRole('alert');
  const retry = detail().getByRole('button', { name: 'Try Again' });
  expect(screen.queryByText('Loading message')).toBeNull();
  api.respond('GET /admin/messages', () => aMessageList([last]));
  await user.click(retry);

  expect(await screen.findByRole('heading', { name: 'Far away', level: 2 })).toBeVisible();
});

it('a message that the search does not find has a way back to the list', async () => {
  const [ruth, ann] = [aMessage({ name: 'Ruth' }), aMessage({ name: 'Ann' })];
  const { user, address } = renderSignedIn('/admin/messages', {
    'GET /admin/messages': ({ query }) => aMessageList(query.has('search') ? [ann] : [ann, ruth]),
    [`PUT /admin/messages/${ruth.id}/read`]: () => ({ message: ruth }),
  });
  await user.click(await screen.findByRole('link', { name: /Ruth/ }));

  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ann');

  expect(await screen.findByText('The search does not find this message')).toBeVisible();
  await user.click(detail().getByRole('link', { name: 'Back to messages' }));
  await waitFor(() => expect(address()).toBe('/admin/messages'));
});

it('a message is not reported as not found while the search has further results', async () => {
  const [ruth, ann] = [aMessage({ name: 'Ruth', is_read: true }), aMessage({ name: 'Ann', is_read: true })];
  const { user } = renderSignedIn(`/admin/messages?message=${ruth.id}`, {
    'GET /admin/messages': ({ query }) => {
      if (query.has('cursor')) return aMessageList([ruth]);
      return query.has('search') ? aMessageList([ann], 'c2') : aMessageList([ann, ruth]);
    },
  });
  await screen.findByRole('article');

  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'print');

  expect(await screen.findByText('This message is not in the results so far')).toBeVisible();
  expect(screen.queryByText('The search does not find this message')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('article')).toBeVisible();
});

it('a message is not reported as not found by the search before', async () => {
  const [ruth, ann] = [aMessage({ name: 'Ruth', is_read: true }), aMessage({ name: 'Ann', is_read: true })];
  let respond = (_: unknown) => {};
  // The debounce may end while the text is still being typed. All of its requests get the same response.
  const response = new Promise((resolve) => (respond = resolve));
  const { user, api } = renderSignedIn(`/admin/messages?message=${ruth.id}`, {
    'GET /admin/messages': ({ query }) => aMessageList(query.has('search') ? [ann] : [ann, ruth]),
  });
  await screen.findByRole('article');
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(field, 'ann');
  await screen.findByText('The search does not find this message');
  api.respond('GET /admin/messages', () => response);

  await user.type(field, ' or ruth');

  await waitFor(() => expect(screen.queryByText('The search does not find this message')).toBeNull());
  await act(async () => respond(aMessageList([ann, ruth])));
  expect(await screen.findByRole('article')).toBeVisible();
});

it('a message that was deleted elsewhere leaves the list when it is opened', async () => {
  const [ann, ruth] = [aMessage({ name: 'Ann' }), aMessage({ name: 'Ruth' })];
  const { user, api, address } = renderSignedIn('/admin/messages', {
    'GET /admin/messages': () => aMessageList([ann, ruth]),
  });
  api.respond(`PUT /admin/messages/${ruth.id}/read`, () => failing('message.not-found'));

  await user.click(await screen.findByRole('link', { name: /Ruth/ }));

  expect(await screen.findByText('Message not found')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Ruth/ })).toBeNull());
  expect(screen.getByText('1 unread')).toBeVisible();
  expect(address()).toBe('/admin/messages');
});

it('the focus moves to the panes when the last message is deleted', async () => {
  const message = aMessage({ is_read: true });
  const { user, api, address } = renderSignedIn(`/admin/messages?message=${message.id}`, {
    'GET /admin/messages': () => aMessageList([message]),
  });
  api.respond(`DELETE /admin/messages/${message.id}`, () => ({ message: 'Message deleted' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('alertdialog');
  const panes = screen.getByRole('searchbox').closest<HTMLElement>('[tabindex="-1"]')!;
  // jsdom makes nothing outside a modal dialog inert.
  const focus = panes.focus.bind(panes);
  panes.focus = () => void (dialog.isConnected || focus());

  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(address()).toBe('/admin/messages'));
  await waitFor(() => expect(panes).toHaveFocus());
});

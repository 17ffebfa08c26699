import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ERRORS, LIMITS, type MessageView } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aMessage, aMessageList } from '../../../test/factories.ts';
import { failing } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const showing = (messages: MessageView[]) =>
  renderSignedIn('/admin/messages', { 'GET /admin/messages': () => aMessageList(messages) });

const rows = async () => within(await screen.findByRole('list', { name: 'Messages' })).getAllByRole('link');

const { batch } = LIMITS;
afterEach(() => {
  Object.assign(LIMITS, { batch });
  jest.useRealTimers();
});

describe('several messages', () => {
  const three = () => ['Ann', 'Ruth', 'Zoe'].map((name) => aMessage({ name }));
  const select = (user: ReturnType<typeof showing>['user'], name: string) =>
    user.click(screen.getByRole('checkbox', { name: `Select the message by ${name}` }));

  it('are marked and deleted, after a confirmation', async () => {
    const messages = three();
    const [ann, ruth] = messages.map(({ id }) => id);
    const { user, api } = showing(messages);
    api.respond('PUT /admin/messages/batch/read', () => ({ count: 2, message: '' }));
    api.respond('POST /admin/messages/batch/delete', () => ({ count: 1, message: '' }));
    await rows();

    await select(user, 'Ann');
    await select(user, 'Ruth');
    const bar = () => within(screen.getByRole('group', { name: 'Selected messages' }));
    expect(bar().getByText('2 selected')).toBeVisible();
    await user.click(bar().getByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText('2 messages marked as read')).toBeInTheDocument();
    expect(screen.queryByRole('group', { name: 'Selected messages' })).toBeNull();

    await select(user, 'Ruth');
    await user.click(bar().getByRole('button', { name: 'Delete' }));
    const confirm = within(screen.getByRole('alertdialog', { name: 'Delete message' }));
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('1 message deleted')).toBeInTheDocument();
    expect(api.bodiesOf('PUT /admin/messages/batch/read')).toEqual([{ message_ids: [ruth, ann], is_read: true }]);
    expect(api.bodiesOf('POST /admin/messages/batch/delete')).toEqual([{ message_ids: [ruth] }]);
  });

  it('that are marked leave the open message and a newer selection unchanged', async () => {
    const messages = three();
    const { user, api } = showing(messages);
    let respond = (_: unknown) => {};
    api.respond(`PUT /admin/messages/${messages[2]!.id}/read`, () => ({ message: messages[2] }));
    api.respond('PUT /admin/messages/batch/read', () => new Promise((resolve) => (respond = resolve)));
    await rows();
    await select(user, 'Ann');
    await user.click(screen.getByRole('button', { name: 'Mark as read' }));

    await user.click(screen.getByRole('link', { name: /Zoe/ }));
    await select(user, 'Ruth');
    await act(async () => respond({ count: 1, message: '' }));

    expect(await screen.findByText('1 message marked as read')).toBeInTheDocument();
    expect(screen.getByText('1 selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select the message by Ruth' })).toBeChecked();
    expect(screen.getByRole('link', { name: /Zoe/ })).toHaveAttribute('aria-current', 'true');
  });

  it.each(['Mark as read', 'Mark as unread'])('that are marked leave one of them open: %s', async (name) => {
    const messages = three();
    const { user, api, address } = showing(messages);
    const zoe = messages[2]!;
    api.respond(`PUT /admin/messages/${zoe.id}/read`, () => ({ message: { ...zoe, is_read: true } }));
    api.respond('PUT /admin/messages/batch/read', () => ({ count: 1, message: '' }));
    await rows();
    await user.click(screen.getByRole('link', { name: /Zoe/ }));
    await select(user, 'Zoe');

    const bar = within(screen.getByRole('group', { name: 'Selected messages' }));
    await user.click(bar.getByRole('button', { name }));

    expect(await screen.findByText(/^1 message marked as/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected messages' })).toBeNull());
    expect(address()).toBe(`/admin/messages?message=${zoe.id}`);
  });

  it.each(['Mark as read', 'Mark all as read'])('leave the focus on another field: %s', async (name) => {
    const { user, api } = showing(three());
    let respond = (_: unknown) => {};
    api.respond('PUT /admin/messages/batch/read', () => new Promise((resolve) => (respond = resolve)));
    await rows();
    await select(user, 'Ann');
    await user.click(screen.getByRole('button', { name }));

    await user.click(screen.getByRole('searchbox', { name: 'Search' }));
    await act(async () => respond({ count: 1, message: '' }));

    expect(await screen.findByText('1 message marked as read')).toBeInTheDocument();
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
  });

  it.each(['Mark as read', 'Mark all as read'])('receive the focus when their button disappears: %s', async (name) => {
    const { user, api } = showing(three());
    api.respond('PUT /admin/messages/batch/read', () => {
      api.respond('GET /admin/messages', () => aMessageList([aMessage({ name: 'Ann', is_read: true })]));
      return { count: 3, message: '' };
    });
    await rows();
    await select(user, 'Ann');

    await user.click(screen.getByRole('button', { name }));

    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    await waitFor(() => expect(screen.getByRole('searchbox').closest('[tabindex="-1"]')).toHaveFocus());
  });

  it('can be restored after a deletion that failed in part', async () => {
    // A page with 501 messages takes seconds.
    Object.assign(LIMITS, { batch: 2 });
    const { user, api } = showing(three());
    const batches: number[][] = [];
    api.respond('POST /admin/messages/batch/delete', ({ body }) => {
      batches.push((body as { message_ids: number[] }).message_ids);
      return batches.length === 1 ? { count: 2, message: '' } : failing('service.unavailable');
    });
    api.respond('POST /admin/trash/restore', () => ({ count: 2, message: '' }));
    await rows();
    for (const name of ['Ann', 'Ruth', 'Zoe']) await select(user, name);

    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(ERRORS['service.unavailable'].message)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    await waitFor(() => expect(api.bodiesOf('POST /admin/trash/restore')).toEqual([{ message_ids: batches[0] }]));
    expect(batches.map(({ length }) => length)).toEqual([2, 1]);
  });

  it('that were deleted elsewhere offer no Undo', async () => {
    const { user, api } = showing(three());
    api.respond('POST /admin/messages/batch/delete', () => ({ count: 0, message: '' }));
    await rows();
    await select(user, 'Ann');

    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    expect(await screen.findByText('0 messages deleted')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('are all marked as read', async () => {
    const { user, api } = showing(three());
    api.respond('PUT /admin/messages/batch/read', () => {
      api.respond('GET /admin/messages', () => aMessageList([aMessage({ name: 'Ann', is_read: true })]));
      return { count: 3, message: '' };
    });

    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));

    expect(await screen.findByText('3 messages marked as read')).toBeInTheDocument();
    expect(api.bodiesOf('PUT /admin/messages/batch/read')).toEqual([{ is_read: true }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  });

  it('are searched, and the field stays without a result', async () => {
    const { user, api } = showing(three());
    api.respond('GET /admin/messages', ({ query }) =>
      aMessageList(query.get('search') === 'zo' ? [aMessage({ name: 'Zoe' })] : query.has('search') ? [] : three()),
    );
    const field = await screen.findByRole('searchbox', { name: 'Search' });

    await user.type(field, 'zo');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.getByRole('link', { name: /Zoe/ })).toBeVisible();
    await user.type(field, 'x');
    expect(await screen.findByText('No messages found')).toBeVisible();
    expect(field).toHaveFocus();
    await user.clear(field);
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  it('are not announced by a late response to the search before', async () => {
    const { user, api, events } = showing(three());
    const field = await screen.findByRole('searchbox', { name: 'Search' });
    const searchFor = async (text: string) => {
      await user.clear(field);
      await user.type(field, text);
      await waitFor(() => expect(api.calls.map(({ query }) => query.get('search'))).toContain(text));
      await rows();
    };
    await searchFor('zo');
    let respond = (_: unknown) => {};
    api.respond('GET /admin/messages', () => new Promise((resolve) => (respond = resolve)));
    const zoe = aMessage({ name: 'Zoe' });
    await events.emit({ type: 'message.created', message_id: zoe.id });
    api.respond('GET /admin/messages', () => aMessageList([aMessage({ name: 'Ann', id: 1 })]));
    await searchFor('ann');

    respond(aMessageList([zoe]));

    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('button', { name: /new message/ })).toBeNull();
  });

  it('are not reported missing while the list loads after a long search', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user, api } = showing(three());
    await rows();
    api.respond('GET /admin/messages', () => aMessageList([]));
    const field = screen.getByRole('searchbox', { name: 'Search' });
    await user.type(field, 'zox');
    await screen.findByText('No messages found');
    // The cached list expires.
    await act(() => jest.advanceTimersByTimeAsync(300_000));
    let respond: ((_: unknown) => void) | undefined;
    api.respond('GET /admin/messages', () => new Promise((resolve) => (respond = resolve)));

    await user.clear(field);

    await waitFor(() => expect(screen.queryByText('No messages found')).toBeNull());
    expect(screen.queryByText('No messages yet')).toBeNull();
    expect(field).toHaveFocus();
    await waitFor(() => expect(respond).toBeDefined());
    await act(async () => respond!(aMessageList(three())));
    expect(await rows()).toHaveLength(3);
  });

  it('are not reported missing when their search fails', async () => {
    const [ann] = three();
    const { user, api } = showing([ann!]);
    api.respond('PUT /admin/messages/' + ann!.id + '/read', () => ({ message: { ...ann, is_read: true } }));
    await user.click((await rows())[0]!);
    api.respond('GET /admin/messages', ({ query }) =>
      query.has('search') ? failing('request.too-many') : aMessageList([ann!]),
    );

    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ann');

    expect(await screen.findByText('Failed to load messages')).toBeVisible();
    expect(screen.queryByText('No messages found')).toBeNull();
    expect(screen.queryByText('The search does not find this message')).toBeNull();
  });
});

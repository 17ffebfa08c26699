import { describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aComment, aCommentList, aDashboard } from '../../../test/factories.ts';
import { failing } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

// The newer comment is Ann's.
const [ruth, ann] = ['Ruth', 'Ann'].map((author_name) =>
  aComment({ author_name, author_email: `${author_name.toLowerCase()}@example.com`, photo_thumbnail_url: '/t.jpeg' }),
) as [ReturnType<typeof aComment>, ReturnType<typeof aComment>];

function open(at = '/admin/comments') {
  return renderSignedIn(at, {
    'GET /comments': () => aCommentList([ann, ruth]),
    'GET /admin/dashboard': () => aDashboard({}),
  });
}
const card = async (author: string) => within(await screen.findByRole('article', { name: `Comment by ${author}` }));
const press = async (user: ReturnType<typeof open>['user'], author: string, name: string) =>
  user.click((await card(author)).getByRole('button', { name }));

it('a reply approves a pending comment, and the focus stays in the list', async () => {
  const { user, api } = open('/admin/comments?status=pending');
  const call = `PUT /comments/${ruth.id}/reply`;
  const reply = { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' };
  await press(user, 'Ruth', 'Reply');
  const dialog = within(screen.getByRole('dialog', { name: 'Reply' }));
  expect(dialog.getByText('The light!')).toBeVisible();
  const send = () => user.click(dialog.getByRole('button', { name: 'Approve and Reply' }));

  await send();
  expect(await dialog.findByText('Reply is required')).toBeVisible();
  // Invisible characters, which the API would take for an empty reply.
  await user.type(dialog.getByRole('textbox', { name: 'Reply to Ruth' }), '\u200b\u2060');
  await send();
  expect(api.bodiesOf(call)).toEqual([]);
  await user.clear(dialog.getByRole('textbox', { name: 'Reply to Ruth' }));
  await user.type(dialog.getByRole('textbox', { name: 'Reply to Ruth' }), 'Thank you');
  api.respond(call, () => failing('service.unavailable'));
  await send();
  expect(await dialog.findByText(/The site is busy right now/)).toBeVisible();
  api.respond(call, () => ({ comment: { ...ruth, is_approved: true, reply } }));
  await send();

  expect(await screen.findByText('Reply published')).toBeInTheDocument();
  expect(api.bodiesOf(call)).toEqual([{ content: 'Thank you' }, { content: 'Thank you' }]);
  expect(screen.queryByRole('article', { name: 'Comment by Ruth' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('article', { name: 'Comment by Ann' })).toHaveFocus());
});

it('a reply being typed stays where its comment leaves the list', async () => {
  const { user, api } = open('/admin/comments?status=pending');
  await press(user, 'Ruth', 'Reply');
  const text = screen.getByRole('textbox', { name: 'Reply to Ruth' });
  await user.type(text, 'Thank you');

  api.respond('GET /comments', () => aCommentList([ann]));
  act(() => ['offline', 'online'].forEach((type) => window.dispatchEvent(new Event(type))));

  const ofRuth = { name: 'Comment by Ruth', hidden: true };
  await waitFor(() => expect(screen.queryByRole('article', ofRuth)).toBeNull());
  expect(text).toHaveValue('Thank you');
  expect(text).toBeVisible();
});

/** Sends a reply to Ruth and closes its dialog before the response. @returns `publish`, which sends the response */
async function abandonReply(at?: string) {
  const { user, api } = open(at);
  let respond = (_: unknown) => {};
  api.respond(`PUT /comments/${ruth.id}/reply`, () => new Promise((resolve) => (respond = resolve)));
  await press(user, 'Ruth', 'Reply');
  await user.type(screen.getByRole('textbox', { name: 'Reply to Ruth' }), 'Thank you');
  await user.click(screen.getByRole('button', { name: 'Approve and Reply' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const reply = { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' };
  const publish = () => act(async () => respond({ comment: { ...ruth, is_approved: true, reply } }));
  return { user, publish };
}

it.each(['Ann', 'Ruth'])('a reply being typed to %s stays when an abandoned one to Ruth is late', async (author) => {
  const { user, publish } = await abandonReply();
  await press(user, author, 'Reply');
  await user.type(screen.getByRole('textbox', { name: `Reply to ${author}` }), 'The light was kind');
  await publish();

  expect(await (await card('Ruth')).findByText('Thank you')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: `Reply to ${author}` })).toHaveValue('The light was kind');
});

describe('an abandoned reply that is published late', () => {
  const box = () => screen.getByRole('checkbox', { name: 'Select the comment by Ann' });

  it('leaves the focus alone', async () => {
    const { publish } = await abandonReply();
    act(() => box().focus());
    await publish();

    await (await card('Ruth')).findByText('Thank you');
    expect(box()).toHaveFocus();
  });

  it('moves the focus on from its comment, which leaves the list', async () => {
    const { publish } = await abandonReply('/admin/comments?status=pending');
    await publish();

    await waitFor(() => expect(screen.queryByRole('article', { name: 'Comment by Ruth' })).toBeNull());
    expect(screen.getByRole('article', { name: 'Comment by Ann' })).toHaveFocus();
  });
});

it('a reply is shown with its comment, edited and removed', async () => {
  const reply = { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' };
  const replied = { ...ann, is_approved: true, reply };
  const { user, api } = renderSignedIn('/admin/comments', {
    'GET /comments': () => aCommentList([replied]),
    [`PUT /comments/${ann.id}/reply`]: () => ({ comment: { ...ann, is_approved: true } }),
  });
  const shown = await card('Ann');
  expect(shown.getByText('Artist')).toBeVisible();
  expect(shown.getByText('Thank you')).toBeVisible();

  await press(user, 'Ann', 'Edit Reply');
  expect(screen.getByRole('textbox', { name: 'Reply to Ann' })).toHaveValue('Thank you');
  await user.click(screen.getByRole('button', { name: 'Remove Reply' }));

  expect(await screen.findByText('Reply removed')).toBeInTheDocument();
  expect(api.bodiesOf(`PUT /comments/${ann.id}/reply`)).toEqual([{ content: '' }]);
  expect(shown.queryByText('Artist')).toBeNull();
});

it('a reply to an approved comment of a later page leaves the total unchanged', async () => {
  const [first, last] = [ann, ruth].map((comment) => ({ ...comment, is_approved: true })) as [typeof ann, typeof ruth];
  let respond = (_: unknown) => {};
  const { user } = renderSignedIn('/admin/comments', {
    'GET /comments': ({ query }) =>
      query.get('status') ? { ...aCommentList([first], '5'), total: 2 } : aCommentList([first, last]),
    [`PUT /comments/${ruth.id}/reply`]: () => new Promise((resolve) => (respond = resolve)),
  });
  await press(user, 'Ruth', 'Reply');
  await user.type(screen.getByRole('textbox', { name: 'Reply to Ruth' }), 'Thank you');
  await user.click(screen.getByRole('button', { name: 'Publish Reply' }));
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(screen.getByRole('button', { name: 'Approved' }));
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));

  const reply = { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' };
  await act(async () => respond({ comment: { ...last, reply } }));

  expect(await screen.findByText('Reply published')).toBeInTheDocument();
  expect(screen.getByText('2 comments')).toBeVisible();
});

it('a removed reply does not return with a further page that was requested before', async () => {
  const replied = {
    ...ann,
    is_approved: true,
    reply: { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' },
  };
  let stored = replied as typeof ann;
  let respond = () => {};
  const held = new Promise<void>((resolve) => (respond = resolve));
  const { user } = renderSignedIn('/admin/comments', {
    'GET /comments': async ({ query }) => {
      if (query.get('cursor') === null) return { ...aCommentList([stored]), next_cursor: '5', total: 2 };
      await held;
      return { ...aCommentList([ruth]), total: 2 };
    },
    [`PUT /comments/${ann.id}/reply`]: () => {
      stored = { ...ann, is_approved: true };
      return { comment: stored };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));

  await press(user, 'Ann', 'Edit Reply');
  await user.click(screen.getByRole('button', { name: 'Remove Reply' }));
  expect(await screen.findByText('Reply removed')).toBeInTheDocument();
  await act(async () => respond());

  await card('Ruth');
  expect((await card('Ann')).queryByText('Thank you')).toBeNull();
});

it('a sender is blocked by address or domain, listed and unblocked', async () => {
  const { user, api } = open();
  let blocked = [{ id: 1, sender: 'old.example', dropped_comments: 2, last_dropped_at: null, created_at: '' }];
  api.respond('GET /admin/blocked-senders', () => ({ blocked_senders: blocked, total: 1, next_cursor: null }));
  api.respond('POST /admin/blocked-senders', ({ body }) => ({
    blocked_sender: { ...blocked[0], ...(body as object) },
  }));
  api.respond('DELETE /admin/blocked-senders/1', () => {
    blocked = [];
    return { message: 'Sender unblocked' };
  });

  await press(user, 'Ruth', 'Block');
  const confirm = within(screen.getByRole('alertdialog', { name: 'Block sender' }));
  expect(confirm.getByRole('radio', { name: 'ruth@example.com' })).toBeChecked();
  await user.click(confirm.getByRole('radio', { name: 'example.com' }));
  await user.click(confirm.getByRole('button', { name: 'Block' }));
  expect(await screen.findByText('example.com blocked')).toBeInTheDocument();
  expect(api.bodiesOf('POST /admin/blocked-senders')).toEqual([{ sender: 'example.com' }]);

  await user.click(screen.getByRole('button', { name: 'Blocked Senders' }));
  const list = within(await screen.findByRole('list', { name: 'Blocked senders' }));
  expect(list.getByText('2 comments discarded')).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Unblock old.example' }));
  expect(await screen.findByText('No blocked senders. To block one, choose Block on a comment.')).toBeVisible();
});

it('two senders are unblocked at the same time, each by one request', async () => {
  const { user, api } = open();
  let blocked = [1, 2].map((id) => ({ id, sender: `${id}.example`, dropped_comments: 0, last_dropped_at: null }));
  const responds: (() => void)[] = [];
  api.respond('GET /admin/blocked-senders', () => ({ blocked_senders: blocked, total: 2, next_cursor: null }));
  for (const one of [1, 2]) {
    api.respond(`DELETE /admin/blocked-senders/${one}`, async () => {
      await new Promise<void>((resolve) => responds.push(resolve));
      blocked = blocked.filter(({ id }) => id !== one);
      return { message: 'Sender unblocked' };
    });
  }
  await user.click(await screen.findByRole('button', { name: 'Blocked Senders' }));

  for (const name of ['Unblock 1.example', 'Unblock 2.example', 'Unblock 1.example']) {
    await user.click(await screen.findByRole('button', { name }));
  }

  expect(api.bodiesOf('DELETE /admin/blocked-senders/1')).toHaveLength(1);
  await act(async () => responds.forEach((respond) => respond()));
  expect(await screen.findByText('No blocked senders. To block one, choose Block on a comment.')).toBeVisible();
});

it.each([
  ['unblocked', () => ({ message: 'Sender unblocked' }), 'Sender unblocked'],
  ['unblocked elsewhere', () => failing('sender.not-found'), 'Blocked sender not found'],
])('the focus stays in the dialog when a sender was %s, or where it went meanwhile', async (_, result, sentence) => {
  const { user, api } = open();
  let blocked = [1, 2, 3].map((id) => ({ id, sender: `${id}.example`, dropped_comments: 0, last_dropped_at: null }));
  let respond = () => {};
  api.respond('GET /admin/blocked-senders', () => ({ blocked_senders: blocked, total: 3, next_cursor: null }));
  for (const one of [1, 2]) {
    api.respond(`DELETE /admin/blocked-senders/${one}`, async () => {
      await new Promise<void>((resolve) => (respond = resolve));
      blocked = blocked.filter(({ id }) => id !== one);
      return result();
    });
  }
  const button = (id: number) => screen.findByRole('button', { name: `Unblock ${id}.example` });
  await user.click(await screen.findByRole('button', { name: 'Blocked Senders' }));

  await user.click(await button(1));
  await act(async () => respond());
  await waitFor(() => expect(screen.queryByText('1.example')).toBeNull());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
  // The second click of a double click hits the sender that has moved up.
  const next = await button(2);
  fireEvent.click(next, { detail: 2 });
  await user.hover(next);
  expect(next).not.toHaveAttribute('aria-disabled');

  await user.click(next);
  const other = await button(3);
  act(() => other.focus());
  await act(async () => respond());
  await waitFor(() => expect(screen.queryByText('2.example')).toBeNull());
  expect(other).toHaveFocus();
});

it('a block that ends after Cancel closes no other dialog', async () => {
  const { user, api } = open();
  let respond = (_: unknown) => {};
  api.respond('POST /admin/blocked-senders', () => new Promise((resolve) => (respond = resolve)));
  await press(user, 'Ruth', 'Block');
  const confirm = within(screen.getByRole('alertdialog', { name: 'Block sender' }));
  await user.click(confirm.getByRole('button', { name: 'Block' }));
  await user.keyboard('{Escape}');
  await press(user, 'Ruth', 'Reply');
  await user.keyboard('Thank you');

  respond({ blocked_sender: { sender: 'ruth@example.com' } });

  expect(await screen.findByText('ruth@example.com blocked')).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('each comment has the thumbnail of its photo', async () => {
  open();
  await card('Ann');

  for (const one of screen.getAllByRole('article')) {
    expect(one.querySelector('img')).toHaveAttribute('src', expect.stringContaining('/t.jpeg'));
  }
});

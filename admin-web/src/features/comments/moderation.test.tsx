import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { aComment, aCommentList } from '../../../test/factories.ts';
import { FakeResponse, failing, unreachable } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** Page with two pending comments; each approval waits for the test's response. */
async function page() {
  let stored: ModeratedCommentView[] = [aComment({ author_name: 'Ann' }), aComment({ author_name: 'Ruth' })];
  const [ann, ruth] = stored as [ModeratedCommentView, ModeratedCommentView];
  const rendered = renderSignedIn('/admin/comments', {
    'GET /comments': ({ query }) => {
      const status = query.get('status');
      return aCommentList(stored.filter((one) => !status || one.is_approved === (status === 'approved')));
    },
  });
  const waiting: ((response: unknown) => void)[] = [];
  const approve = `PUT /comments/${ruth.id}/approve`;
  rendered.api.respond(approve, () => new Promise((resolve) => waiting.push(resolve)));
  await card('Ruth');
  return {
    ...rendered,
    ann,
    ruth,
    approve,
    /** Responds to the earliest request. */
    respond: async (response: unknown) => {
      await waitFor(() => expect(waiting).not.toHaveLength(0));
      waiting.shift()!(response);
    },
    store: (changed: ModeratedCommentView) => {
      stored = stored.map((one) => (one.id === changed.id ? changed : one));
    },
  };
}

const card = (author: string) => screen.findByRole('article', { name: `Comment by ${author}` });
const press = async (user: Awaited<ReturnType<typeof page>>['user'], author: string, button: string) =>
  user.click(await within(await card(author)).findByRole('button', { name: button }));
const badge = async (author: string, text: string) =>
  waitFor(async () => expect(within(await card(author)).getByText(text)).toBeVisible());
const failures = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('the result of a moderation', () => {
  it('shows under another filter and can be retried', async () => {
    const { user, respond } = await page();
    await press(user, 'Ruth', 'Approve');
    await user.click(screen.getByRole('button', { name: 'Pending' }));
    await card('Ann');

    await respond(failing('service.unavailable'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve comment The site is busy right now.');
    expect(await card('Ruth')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await respond({});
    expect(await screen.findByText('Comment approved')).toBeVisible();
  });

  it('stays at the comment that is retried where it stays listed', async () => {
    const { user, respond } = await page();
    await press(user, 'Ruth', 'Approve');
    await respond(failing('request.invalid'));

    await user.click(await screen.findByRole('button', { name: 'Try Again' }));

    await waitFor(async () => expect(await card('Ruth')).toHaveFocus());
    await respond({});
    expect(await screen.findByText('Comment approved')).toBeVisible();
  });

  it('of a comment that is not listed does not move the focus to another one when it is retried', async () => {
    const { user, respond, store, ann } = await page();
    store({ ...ann, is_approved: true });
    await press(user, 'Ruth', 'Approve');
    await user.click(screen.getByRole('button', { name: 'Approved' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    await respond(failing('service.unavailable'));

    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await respond({});

    expect(await screen.findByText('Comment approved')).toBeVisible();
    expect(await card('Ann')).not.toHaveFocus();
  });

  it('can be undone under another filter', async () => {
    const { user, respond, approve, api } = await page();
    await press(user, 'Ruth', 'Approve');
    await respond({});
    await screen.findByRole('button', { name: 'Undo' });
    await user.click(screen.getByRole('button', { name: 'Pending' }));

    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await respond({});

    expect(await screen.findByText('Approval undone')).toBeVisible();
    expect(api.bodiesOf(approve)).toEqual([undefined, { is_approved: false }]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await respond({});
    expect(await screen.findByText('Comment approved')).toBeVisible();
  });

  it('is dismissed once a sender is blocked', async () => {
    const { user, respond, api } = await page();
    api.respond('POST /admin/blocked-senders', () => ({ blocked_sender: { sender: 'ann@example.com' } }));
    await press(user, 'Ruth', 'Approve');
    await respond({});
    await screen.findByText('Comment approved');

    await press(user, 'Ann', 'Block');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Block' }));

    expect(await screen.findByText('ann@example.com blocked')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Comment approved')).toBeNull());
  });

  it('becomes a toast on another page after a failure', async () => {
    const { user, respond, go } = await page();
    await press(user, 'Ruth', 'Approve');
    await go('/admin/galleries');

    await respond(failing('service.unavailable'));

    expect(await screen.findByText(/^Failed to approve comment\. The site is busy right now\./)).toBeInTheDocument();
  });

  it.each([
    ['after a lost response', unreachable],
    ['after a status of 500', () => new FakeResponse(500, undefined)],
  ])('is refetched %s', async (_, broken) => {
    const { user, api, approve, ruth, store } = await page();
    api.respond(approve, () => {
      store({ ...ruth, is_approved: true });
      return broken();
    });

    await press(user, 'Ruth', 'Approve');

    await badge('Ruth', 'Approved');
    await waitFor(() => expect(failures()).toHaveLength(1));
    await waitFor(async () => expect(within(await card('Ruth')).getByRole('button', { name: 'Reject' })).toBeVisible());
  });
});

describe('a reply since the moderation', () => {
  /** Replies to Ruth's comment. */
  const reply = async ({ user, api, ruth }: Awaited<ReturnType<typeof page>>, button: string) => {
    const published = { content: 'Thank you', created_at: '2026-05-05T10:00:00.000Z' };
    api.respond(`PUT /comments/${ruth.id}/reply`, () => ({
      comment: { ...ruth, is_approved: true, reply: published },
    }));
    await press(user, 'Ruth', 'Reply');
    await user.type(screen.getByRole('textbox', { name: 'Reply to Ruth' }), 'Thank you');
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText('Reply published')).toBeInTheDocument();
  };
  const isShown = async () => expect(within(await card('Ruth')).getByText('Thank you')).toBeVisible();

  it('dismisses the result of the moderation', async () => {
    const moderated = await page();
    const { user, respond } = moderated;
    await press(user, 'Ruth', 'Approve');
    await respond({});
    await screen.findByRole('button', { name: 'Undo' });
    await reply(moderated, 'Publish Reply');

    await isShown();
    expect(screen.queryByText('Comment approved')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that came before the result of the moderation stays after Undo', async () => {
    const moderated = await page();
    const { user, respond } = moderated;
    await press(user, 'Ruth', 'Approve');
    await badge('Ruth', 'Approved');
    await reply(moderated, 'Publish Reply');
    await respond({});

    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await respond({});

    expect(await screen.findByText('Approval undone')).toBeVisible();
    await isShown();
  });

  it('stays after Try Again', async () => {
    const moderated = await page();
    const { user, respond } = moderated;
    await press(user, 'Ruth', 'Approve');
    await respond(failing('request.invalid'));
    await screen.findByRole('alert');
    await reply(moderated, 'Approve and Reply');

    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await respond({});

    expect(await screen.findByText('Comment approved')).toBeVisible();
    await isShown();
  });

  it('stays when the moderation fails', async () => {
    const moderated = await page();
    const { user, respond } = moderated;
    await press(user, 'Ruth', 'Approve');
    await badge('Ruth', 'Approved');
    await reply(moderated, 'Publish Reply');

    await respond(failing('request.invalid'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve comment');
    await isShown();
  });
});

it('leaves the total of all comments unchanged when the decision on one of a later page is undone', async () => {
  const comments = [3, 2, 1].map((id) => aComment({ id, author_name: `Visitor ${id}`, is_approved: id > 1 }));
  const { user } = renderSignedIn('/admin/comments?status=pending', {
    'GET /comments': ({ query }) =>
      query.get('status') === 'pending'
        ? aCommentList(comments.slice(2))
        : { ...aCommentList(comments.slice(0, 2), 'c2'), total: 3 },
    'PUT /comments/1/approve': () => ({}),
  });
  await press(user, 'Visitor 1', 'Approve');
  expect(await screen.findByText('Comment approved')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'All' }));
  expect(await screen.findByText('3 comments')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Undo' }));

  expect(await screen.findByText('Approval undone')).toBeVisible();
  expect(screen.getByText('3 comments')).toBeVisible();
});

it('corrects the total of a filtered list when the approval of a comment of a later page is undone', async () => {
  const comments = [3, 2, 1].map((id) => aComment({ id, author_name: `Visitor ${id}`, is_approved: id > 1 }));
  const { user } = renderSignedIn('/admin/comments', {
    'GET /comments': ({ query }) =>
      query.get('status') === 'approved'
        ? { ...aCommentList(comments.slice(0, 2), 'c2'), total: 3 }
        : aCommentList(comments),
    'PUT /comments/1/approve': () => ({}),
  });
  await press(user, 'Visitor 1', 'Approve');
  expect(await screen.findByText('Comment approved')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Approved' }));
  expect(await screen.findByText('3 comments')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Undo' }));

  expect(await screen.findByText('Approval undone')).toBeVisible();
  expect(screen.getByText('2 comments')).toBeVisible();
});

it('returns the last comment of the loaded pages when its approval is undone', async () => {
  const list = (...ids: number[]) => ({
    ...aCommentList(ids.map((id) => aComment({ id, author_name: `Visitor ${id}` }))),
    total: 3,
  });
  const { user } = renderSignedIn('/admin/comments?status=pending', {
    'GET /comments': ({ query }) => (query.get('cursor') ? list(1) : { ...list(3, 2), next_cursor: 'c2' }),
    'PUT /comments/2/approve': () => ({}),
  });
  await press(user, 'Visitor 2', 'Approve');
  expect(await screen.findByText('Comment approved')).toBeVisible();
  expect(screen.getByText('2 comments')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Undo' }));

  expect(await card('Visitor 2')).toBeVisible();
  expect(screen.getByText('3 comments')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await card('Visitor 1');
  expect(screen.getAllByRole('article')).toHaveLength(3);
});

it('refetches the first page and the comment’s page after a lost response', async () => {
  const comments = Array.from({ length: 6 }, (_, index) =>
    aComment({ id: 6 - index, author_name: `Visitor ${6 - index}` }),
  );
  const { user, api } = renderSignedIn('/admin/comments', {
    'GET /comments': ({ query }) => {
      const below = comments.filter(({ id }) => id < Number(query.get('cursor') ?? Infinity));
      return { comments: below.slice(0, 2), next_cursor: below.length > 2 ? String(below[1]!.id) : null, total: 6 };
    },
    'PUT /comments/1/approve': () => {
      comments[5]!.is_approved = true;
      return unreachable();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await card('Visitor 3');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await card('Visitor 1');
  const read = () => api.calls.filter(({ route }) => route === 'GET /comments').map(({ query }) => query.get('cursor'));
  const before = read().length;

  await press(user, 'Visitor 1', 'Approve');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve comment');

  await badge('Visitor 1', 'Approved');
  await waitFor(() => expect(read().slice(before)).toEqual([null, '3']));
});

it('keeps the selection of other comments', async () => {
  const { user, respond } = await page();
  await user.click(screen.getByRole('checkbox', { name: 'Select the comment by Ann' }));

  await press(user, 'Ruth', 'Approve');
  await respond({});

  expect(await screen.findByText('Comment approved')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'Select the comment by Ann' })).toBeChecked();
});

describe('two moderations of one comment', () => {
  it('are sent in sequence', async () => {
    const { user, api, approve, respond } = await page();

    await press(user, 'Ruth', 'Approve');
    await press(user, 'Ruth', 'Reject');
    await badge('Ruth', 'Pending');
    expect(api.bodiesOf(approve)).toEqual([undefined]);
    await respond({});
    await waitFor(() => expect(api.bodiesOf(approve)).toEqual([undefined, { is_approved: false }]));
    await respond({});

    expect(await screen.findByText('Comment rejected')).toBeVisible();
    await badge('Ruth', 'Pending');
  });

  it('show the later one after a failure of the earlier one', async () => {
    const { user, respond, store, ruth } = await page();

    await press(user, 'Ruth', 'Approve');
    await press(user, 'Ruth', 'Reject');
    await press(user, 'Ruth', 'Approve');
    await respond(failing('request.invalid'));
    await respond({});
    store({ ...ruth, is_approved: true });
    await respond({});

    expect(await screen.findByText('Comment approved')).toBeVisible();
    await badge('Ruth', 'Approved');
    expect(failures()).toEqual([]);
  });
});

describe('failures of two kinds', () => {
  it('both stay until a retry', async () => {
    const { user, api, respond, ann } = await page();
    api.respond(`DELETE /comments/${ann.id}`, () => failing('request.invalid'));
    await press(user, 'Ruth', 'Approve');
    await respond(failing('request.invalid'));
    await screen.findByRole('alert');
    await press(user, 'Ann', 'Delete');
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));

    const approving = screen.getAllByRole('alert').find((one) => one.textContent.includes('approve'))!;
    await user.click(within(approving).getByRole('button', { name: 'Try Again' }));
    await respond({});

    expect(await screen.findByText('Comment approved')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to delete comment');
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('end for a comment that its card moderates', async () => {
    const { user, respond } = await page();
    await press(user, 'Ruth', 'Approve');
    await respond(failing('request.invalid'));
    await screen.findByRole('alert');

    await press(user, 'Ruth', 'Approve');

    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { aComment, aCommentList, aDashboard } from '../../../test/factories.ts';
import { FakeResponse, failing, unreachable } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

afterEach(() => void jest.useRealTimers());

const PENDING = '/admin/comments?status=pending';

/** Page with comments, filtered as by the API. */
function showing(comments: ModeratedCommentView[], at = '/admin/comments') {
  return renderSignedIn(at, {
    'GET /comments': ({ query }) => {
      const status = query.get('status');
      return aCommentList(comments.filter((one) => !status || one.is_approved === (status === 'approved')));
    },
  });
}

const card = (author: string) => screen.findByRole('article', { name: `Comment by ${author}` });
const removed = (author: string) =>
  waitFor(() => expect(screen.queryByRole('article', { name: `Comment by ${author}` })).toBeNull());
const authors = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const failure = (text: string | RegExp) => waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text));
const announced = (text: string) => waitFor(() => expect(screen.getByText(text)).toHaveAttribute('role', 'status'));

describe('the comments page', () => {
  it('shows author, date, photo and content', async () => {
    showing([
      aComment({
        author_name: 'Ruth Calder',
        author_email: 'ruth@example.com',
        content: 'The third post\nfrom the end. <b>',
        photo_id: 7,
        photo_title: 'Harbour at low tide',
        created_at: '2026-03-14T09:26:53.000Z',
      }),
      aComment({ author_name: 'Jo', is_approved: true }),
    ]);

    const ruth = within(await card('Ruth Calder'));
    expect(screen.getByRole('heading', { name: 'Manage Comments' })).toBeVisible();
    expect(ruth.getByText('Pending')).toBeVisible();
    expect(ruth.getByRole('link', { name: 'ruth@example.com' })).toHaveAttribute('href', 'mailto:ruth@example.com');
    expect(ruth.getByRole('link', { name: 'Harbour at low tide' })).toHaveAttribute('href', '/photo/7');
    expect(ruth.getByText(/The third post/).textContent).toBe('The third post\nfrom the end. <b>');
    expect(ruth.getByText(/2026/)).toHaveAttribute('datetime', '2026-03-14T09:26:53.000Z');
    expect(within(await card('Jo')).getByText('Approved')).toBeVisible();
  });

  it('offers Approve or Reject by status, and always the others', async () => {
    showing([aComment({ author_name: 'Ruth' }), aComment({ author_name: 'Jo', is_approved: true })]);

    const actions = (element: HTMLElement) =>
      within(element)
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(actions(await card('Ruth'))).toEqual(['Approve', 'Reply', 'Block', 'Delete']);
    expect(actions(await card('Jo'))).toEqual(['Reject', 'Reply', 'Block', 'Delete']);
  });

  it('filters by the address, with one history entry per filter', async () => {
    const { user, address, go } = showing([
      aComment({ author_name: 'Ruth' }),
      aComment({ author_name: 'Jo', is_approved: true }),
    ]);
    await card('Jo');

    await user.click(screen.getByRole('button', { name: 'Pending' }));
    expect(address()).toBe(PENDING);
    await card('Ruth');
    expect(authors()).toEqual(['Ruth']);
    expect(screen.getByRole('button', { name: 'Pending' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Approved' }));
    await card('Jo');
    expect(authors()).toEqual(['Jo']);

    await go(-1);
    await card('Ruth');
    expect(authors()).toEqual(['Ruth']);
    await go(-1);
    await card('Jo');
    expect(authors()).toEqual(['Jo', 'Ruth']);
    expect(address()).toBe('/admin/comments');
  });

  it('shows a loading text', async () => {
    renderSignedIn('/admin/comments', { 'GET /comments': () => new Promise(() => {}) });

    expect(await screen.findByText('Loading comments...')).toBeVisible();
  });

  it.each([
    ['/admin/comments', 'No comments have been submitted yet.'],
    [PENDING, 'No pending comments found.'],
  ])('shows the empty state at %s', async (at, sentence) => {
    showing([], at);

    expect(await screen.findByRole('heading', { name: 'No comments found' })).toBeVisible();
    expect(screen.getByText(sentence)).toBeVisible();
  });

  it.each([
    ['status and message', () => failing('request.invalid'), 'Failed to fetch comments: 400 The request is not valid'],
    [
      'a lost connection',
      unreachable,
      'Failed to fetch comments: The site cannot be reached right now. Please try again.',
    ],
  ])('shows a failed load with %s and retries it', async (_, response, sentence) => {
    jest.useFakeTimers({ advanceTimers: true });
    const { user, api } = renderSignedIn('/admin/comments', { 'GET /comments': response });
    await waitFor(() => expect(api.calls.map(({ route }) => route)).toContain('GET /comments'));
    // A lost connection is retried once.
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    jest.useRealTimers();

    expect(await screen.findByRole('alert')).toHaveTextContent('Error Loading Comments');
    expect(screen.getByText(sentence)).toBeVisible();
    api.respond('GET /comments', () => aCommentList([aComment({ author_name: 'Ruth' })]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await card('Ruth')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('region', { name: 'Comments' })).toHaveFocus();
  });

  it('shows a failed refetch in one line above the comments', async () => {
    const { api } = showing([aComment({ author_name: 'Ruth' })]);
    await card('Ruth');
    api.respond('GET /comments', () => failing('request.invalid'));

    act(() => ['offline', 'online'].forEach((type) => window.dispatchEvent(new Event(type))));

    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Error Loading Comments\. Failed to fetch comments: 400 ./,
    );
    expect(screen.queryByRole('heading', { name: 'Error Loading Comments' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(await card('Ruth')).toBeVisible();
  });

  it('loads further pages', async () => {
    const [older, newer] = [aComment({ author_name: 'Older' }), aComment({ author_name: 'Newer' })];
    const { user } = renderSignedIn('/admin/comments', {
      'GET /comments': ({ query }) =>
        query.get('cursor') === 'c2'
          ? { ...aCommentList([older]), total: 2 }
          : { ...aCommentList([newer], 'c2'), total: 2 },
    });

    expect(await screen.findByLabelText('Select all 1 loaded')).toBeVisible();
    expect(screen.getByText('2 comments')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));

    expect(await card('Older')).toBeVisible();
    expect(authors()).toEqual(['Newer', 'Older']);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
    await waitFor(async () => expect(await card('Older')).toHaveFocus());
  });

  it('leaves the focus where it went while the last page loads', async () => {
    let respond = (_: unknown) => {};
    const [older, newer] = [aComment({ author_name: 'Older' }), aComment({ author_name: 'Newer' })];
    const { user } = renderSignedIn('/admin/comments', {
      'GET /comments': ({ query }) =>
        query.get('cursor') ? new Promise((resolve) => (respond = resolve)) : aCommentList([newer], 'c2'),
    });
    await user.click(await screen.findByRole('button', { name: 'Load more' }));

    const box = screen.getByRole('checkbox', { name: 'Select the comment by Newer' });
    await user.click(box);
    respond(aCommentList([older]));

    expect(await card('Older')).toBeVisible();
    expect(box).toHaveFocus();
  });
});

describe('a comment', () => {
  const approval = async (at: string) => {
    const [first, second] = [aComment({ author_name: 'First' }), aComment({ author_name: 'Second' })];
    const page = showing([first, second], at);
    let dashboards = 0;
    page.api.respond('GET /admin/dashboard', () => aDashboard({ pendingComments: (dashboards += 1) }));
    const approve = `PUT /comments/${second.id}/approve`;
    page.api.respond(approve, ({ body }) => ({ comment: { ...second, is_approved: body === undefined } }));
    const button = within(await card('Second')).getByRole('button', { name: 'Approve' });
    return { ...page, approve, first, second, button };
  };

  it('leaves the pending ones when approved, and the next one gets the focus', async () => {
    const { user, api, approve, button } = await approval(PENDING);

    await user.click(button);

    await removed('Second');
    expect(await card('First')).toHaveFocus();
    expect(api.bodiesOf(approve)).toEqual([undefined]);
    await announced('Comment approved');
  });

  it('is approved alone while the key is held', async () => {
    const { user, api, approve, first } = await approval(PENDING);
    await user.keyboard('j');

    await user.keyboard('{y>20/}');

    await removed('Second');
    expect(api.bodiesOf(approve)).toHaveLength(1);
    expect(api.bodiesOf(`PUT /comments/${first.id}/approve`)).toEqual([]);
  });

  it('keeps its position in the full list when approved, with another badge', async () => {
    const { user, button } = await approval('/admin/comments');

    await user.click(button);

    const second = await card('Second');
    await waitFor(() => expect(within(second).getByText('Approved')).toBeVisible());
    expect(within(second).getByRole('button', { name: 'Reject' })).toBeVisible();
    expect(authors()).toEqual(['Second', 'First']);
    expect(second).toHaveFocus();
  });

  it('updates the counts of the menu when moderated', async () => {
    const { user, button } = await approval(PENDING);
    await waitFor(() => expect(screen.getByRole('link', { name: /Comments \d/ })).toBeVisible());
    const before = screen.getByRole('link', { name: /Comments \d/ }).textContent;

    await user.click(button);

    await waitFor(() => expect(screen.getByRole('link', { name: /Comments \d/ }).textContent).not.toBe(before));
  });

  it('can be restored after an approval', async () => {
    const { user, api, approve, button } = await approval(PENDING);
    await user.click(button);
    await removed('Second');

    await user.click(await screen.findByRole('button', { name: 'Undo' }));

    const second = await card('Second');
    expect(authors()).toEqual(['Second', 'First']);
    expect(second).toHaveFocus();
    expect(api.bodiesOf(approve)).toEqual([undefined, { is_approved: false }]);
    await announced('Approval undone');
  });

  it('is moderated once by a double click', async () => {
    const { user, api, approve, button } = await approval('/admin/comments');

    await user.dblClick(button);

    await announced('Comment approved');
    expect(api.bodiesOf(approve)).toEqual([undefined]);
  });

  it('returns after a failed approval, whose message stays until a retry', async () => {
    const { user, api, approve, button } = await approval(PENDING);
    api.respond(approve, () => failing('service.unavailable'));

    await user.click(button);

    await failure('Failed to approve comment The site is busy right now.');
    expect(authors()).toEqual(['Second', 'First']);
    api.respond(approve, () => ({}));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    await removed('Second');
    expect(screen.queryByRole('alert')).toBeNull();
    await announced('Comment approved');
  });

  it('shows its failed approval also after a success of another', async () => {
    const { user, api, approve, first, button } = await approval(PENDING);
    let refuse = () => {};
    api.respond(approve, () => new Promise((resolve) => (refuse = () => resolve(failing('server.failed')))));
    const other = within(await card('First')).getByRole('button', { name: 'Approve' });

    await user.click(button);
    api.respond(`PUT /comments/${first.id}/approve`, () => ({}));
    await user.click(other);
    await announced('Comment approved');
    refuse();

    await failure('Failed to approve comment');
    expect(await card('Second')).toBeVisible();
  });

  it('is rejected by the request body, with a message on failure', async () => {
    const comment = aComment({ author_name: 'Jo', is_approved: true });
    const { user, api } = showing([comment], '/admin/comments?status=approved');
    api.respond(`PUT /comments/${comment.id}/approve`, () => new FakeResponse(500, undefined));

    await user.click(within(await card('Jo')).getByRole('button', { name: 'Reject' }));
    await failure('Failed to reject comment');
    expect(await card('Jo')).toBeVisible();
    api.respond(`PUT /comments/${comment.id}/approve`, () => ({}));
    await user.click(within(await card('Jo')).getByRole('button', { name: 'Reject' }));

    await removed('Jo');
    expect(api.bodiesOf(`PUT /comments/${comment.id}/approve`).at(-1)).toEqual({ is_approved: false });
  });

  it('leaves the list when the API no longer has it', async () => {
    const comment = aComment({ author_name: 'Jo' });
    const { user, api } = showing([comment]);
    const button = within(await card('Jo')).getByRole('button', { name: 'Approve' });
    api.respond(`PUT /comments/${comment.id}/approve`, () => failing('comment.not-found'));
    api.respond('GET /comments', () => aCommentList([]));

    await user.click(button);

    await failure('Failed to approve comment Comment not found');
    await removed('Jo');
  });
});

describe('deleting a comment', () => {
  const open = async () => {
    const [first, second] = [aComment({ author_name: 'First' }), aComment({ author_name: 'Second' })];
    const page = showing([first, second]);
    await page.user.click(within(await card('Second')).getByRole('button', { name: 'Delete' }));
    return {
      ...page,
      first,
      call: `DELETE /comments/${second.id}`,
      confirm: within(screen.getByRole('alertdialog', { name: 'Delete comment' })),
    };
  };

  it('is confirmed first; Cancel changes nothing', async () => {
    const { user, api, call, confirm } = await open();

    expect(confirm.getByText('Are you sure you want to delete this comment?')).toBeVisible();
    await user.click(confirm.getByRole('button', { name: 'Cancel' }));

    expect(authors()).toEqual(['Second', 'First']);
    expect(api.bodiesOf(call)).toEqual([]);
  });

  it('removes it, announces it, focuses the next one and can be undone', async () => {
    const { user, api, call, confirm } = await open();
    api.respond(call, () => ({ message: 'Comment deleted' }));

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    await removed('Second');
    expect(await card('First')).toHaveFocus();
    await announced('Comment deleted');
    api.respond('POST /admin/trash/restore', () => ({ count: 1, message: '' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    await announced('Comment restored');
    expect(authors()).toEqual(['Second', 'First']);
    expect(api.bodiesOf('POST /admin/trash/restore')).toEqual([{ comment_ids: [Number(call.split('/').at(-1))] }]);
  });

  it.each([
    ['fails', unreachable, () => failure(/^Failed to restore comment/)],
    ['comes too late', () => ({ count: 0, message: '' }), () => announced('The comment no longer exists')],
  ] as const)('stays deleted when the undo %s', async (_, restored, announcement) => {
    const { user, api, first, call, confirm } = await open();
    api.respond(call, () => ({ message: 'Comment deleted' }));
    api.respond('POST /admin/trash/restore', restored);
    await user.click(confirm.getByRole('button', { name: 'Delete' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    // A failure is rolled back before the refetch; only the refetch shows that it was too late.
    const refetched = restored === unreachable ? new Promise(() => {}) : aCommentList([first]);
    api.respond('GET /comments', () => refetched);

    await user.click(undo);

    await announcement();
    await waitFor(() => expect(authors()).toEqual(['First']));
  });

  it('restores it after a failure', async () => {
    const { user, api, call, confirm } = await open();
    api.respond(call, unreachable);

    await user.click(confirm.getByRole('button', { name: 'Delete' }));

    await failure('Failed to delete comment The site cannot be reached right now. Please try again.');
    expect(authors()).toEqual(['Second', 'First']);
  });
});

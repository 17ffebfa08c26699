import { describe, expect, it } from '@jest/globals';
import type { ModeratedCommentView } from '@portfolio/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aComment, aCommentList } from '../../../test/factories.ts';
import { failing } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const APPROVE = 'PUT /comments/batch/approve';
const DELETE = 'POST /comments/batch/delete';

/** Five pending comments; E is the newest and first. */
async function five(at = '/admin/comments?status=pending') {
  const comments = ['A', 'B', 'C', 'D', 'E'].map((author_name) => aComment({ author_name }));
  const page = renderSignedIn(at, {
    'GET /comments': () => aCommentList(comments),
    [APPROVE]: ({ body }) => ({ count: (body as { comment_ids: number[] }).comment_ids.length, message: '' }),
    [DELETE]: ({ body }) => ({ count: (body as { comment_ids: number[] }).comment_ids.length, message: '' }),
  });
  await screen.findByRole('article', { name: 'Comment by E' });
  const [a, b, c, d, e] = comments.map(({ id }) => id) as [number, number, number, number, number];
  return { ...page, comments, ids: { a, b, c, d, e } };
}

const box = (author: string) => screen.getByRole('checkbox', { name: `Select the comment by ${author}` });
const checked = () => ['A', 'B', 'C', 'D', 'E'].filter((author) => (box(author) as HTMLInputElement).checked).join('');
const authors = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const selectionBar = () => within(screen.getByRole('group', { name: 'Selected comments' }));
const announced = (text: string) => waitFor(() => expect(screen.getByText(text)).toHaveAttribute('role', 'status'));

describe('selecting comments', () => {
  it('toggles one and, with Shift, a range', async () => {
    const { user } = await five();

    await user.click(box('B'));
    await user.keyboard('{Shift>}');
    await user.click(box('D'));
    await user.keyboard('{/Shift}');
    expect(checked()).toBe('BCD');
    expect(selectionBar().getByText('3 selected')).toBeVisible();

    await user.keyboard('{Shift>}');
    await user.click(box('C'));
    await user.keyboard('{/Shift}');
    expect(checked()).toBe('B');
  });

  it('selects all loaded comments, then none', async () => {
    const { user } = await five();
    const all = screen.getByRole('checkbox', { name: 'Select all' });

    await user.click(box('B'));
    expect(all).toBePartiallyChecked();
    await user.click(all);
    expect(checked()).toBe('ABCDE');
    expect(all).toBeChecked();
    await user.click(selectionBar().getByRole('button', { name: 'Clear' }));

    expect(checked()).toBe('');
    expect(screen.queryByRole('group', { name: 'Selected comments' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Comments' })).toHaveFocus();
  });

  it('approves them once at a double click, though Reject takes the place of the button', async () => {
    const { user, api } = await five('/admin/comments');
    await user.click(box('B'));
    await user.click(box('C'));
    await user.click(selectionBar().getByRole('button', { name: 'Approve' }));

    fireEvent.click(await selectionBar().findByRole('button', { name: 'Reject' }), { detail: 2 });

    await announced('2 comments approved');
    expect(api.bodiesOf(APPROVE)).toHaveLength(1);
  });
});

describe('bulk moderation', () => {
  it('approves in one request, shows the count and can be undone', async () => {
    const { user, api, ids } = await five();
    await user.click(box('B'));
    await user.click(box('D'));

    await user.click(selectionBar().getByRole('button', { name: 'Approve' }));

    await announced('2 comments approved');
    expect(authors()).toEqual(['E', 'C', 'A']);
    expect(api.bodiesOf(APPROVE)).toEqual([{ comment_ids: [ids.d, ids.b], is_approved: true }]);
    expect(screen.getByRole('article', { name: 'Comment by A' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Undo' }));

    await announced('2 approvals undone');
    expect(authors()).toEqual(['E', 'D', 'C', 'B', 'A']);
    expect(api.bodiesOf(APPROVE).at(-1)).toEqual({ comment_ids: [ids.d, ids.b], is_approved: false });
  });

  it('announces the undo also after its failure and another try', async () => {
    const { user, api } = await five();
    await user.click(box('B'));
    await user.click(box('D'));
    await user.click(selectionBar().getByRole('button', { name: 'Approve' }));
    await announced('2 comments approved');
    api.respond(APPROVE, () => failing('server.failed'));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    api.respond(APPROVE, () => ({ count: 2, message: '' }));

    await user.click(retry);

    await announced('2 approvals undone');
  });

  it('skips comments that have the status already', async () => {
    const { user, api, ids, comments } = await five('/admin/comments');
    api.respond('GET /comments', () =>
      aCommentList(comments.map((one): ModeratedCommentView => ({ ...one, is_approved: one.author_name === 'A' }))),
    );
    await user.click(screen.getByRole('button', { name: 'Approved' }));
    await user.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(screen.getAllByText('Approved')).toHaveLength(2));
    for (const author of ['A', 'B', 'C']) await user.click(box(author));

    await user.click(selectionBar().getByRole('button', { name: 'Approve' }));

    await announced('2 comments approved');
    expect(api.bodiesOf(APPROVE)).toEqual([{ comment_ids: [ids.c, ids.b], is_approved: true }]);
    expect(checked()).toBe('ABC');
  });

  it('asks before a deletion, with the number of comments', async () => {
    const { user, api, ids } = await five();
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));
    await user.click(box('C'));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));

    const question = within(screen.getByRole('alertdialog', { name: 'Delete 4 comments' }));
    expect(question.getByText('Are you sure you want to delete these 4 comments?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Delete' }));

    await announced('4 comments deleted');
    expect(authors()).toEqual(['C']);
    expect(api.bodiesOf(DELETE)).toEqual([{ comment_ids: [ids.e, ids.d, ids.b, ids.a] }]);
  });

  it('rolls back after a failure', async () => {
    const { user, api } = await five();
    api.respond(APPROVE, () => failing('service.unavailable'));
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }));

    await user.click(selectionBar().getByRole('button', { name: 'Approve' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to approve comment');
    expect(authors()).toEqual(['E', 'D', 'C', 'B', 'A']);
  });

  it('reports comments that no longer exist and refetches the list', async () => {
    const { user, api } = await five();
    api.respond(DELETE, () => ({ count: 1, message: '1 comment deleted' }));
    await user.click(box('A'));
    await user.click(box('B'));
    await user.click(selectionBar().getByRole('button', { name: 'Delete' }));
    api.respond('GET /comments', () => aCommentList([aComment({ author_name: 'New' })]));

    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

    await announced('1 comment deleted, 1 no longer exists');
    await waitFor(() => expect(authors()).toEqual(['New']));
  });
});

describe('the shortcuts', () => {
  it('move between cards and moderate', async () => {
    const { user, api, ids } = await five();
    for (const id of Object.values(ids)) api.respond(`PUT /comments/${id}/approve`, () => ({}));

    await user.keyboard('jjk');
    expect(screen.getByRole('article', { name: 'Comment by E' })).toHaveFocus();
    await user.keyboard('r');
    expect(authors()).toEqual(['E', 'D', 'C', 'B', 'A']);
    await user.keyboard('y');

    await announced('Comment approved');
    expect(screen.getByRole('article', { name: 'Comment by D' })).toHaveFocus();
    await user.keyboard('u');

    await announced('Approval undone');
    expect(screen.getByRole('article', { name: 'Comment by E' })).toHaveFocus();
    expect(api.bodiesOf(`PUT /comments/${ids.e}/approve`)).toEqual([undefined, { is_approved: false }]);
  });

  it('approve nothing by `a`, which adds an item on other pages', async () => {
    const { user, api, ids } = await five();
    api.respond(`PUT /comments/${ids.e}/approve`, () => ({}));

    await user.keyboard('ja');

    expect(authors()).toEqual(['E', 'D', 'C', 'B', 'A']);
    expect(api.bodiesOf(`PUT /comments/${ids.e}/approve`)).toEqual([]);
  });

  it('keep the focus when there is nothing to undo', async () => {
    const { user, api, comments } = await five();
    api.respond('GET /comments', ({ query }) =>
      aCommentList(query.get('cursor') ? [aComment({ id: 1, author_name: 'Old' })] : comments, 'more'),
    );
    await user.click(screen.getByRole('button', { name: 'All' }));
    const more = await screen.findByRole('button', { name: 'Load more' });

    more.focus();
    await user.keyboard('u{Enter}');

    await waitFor(() => expect(authors()).toContain('Old'));
    expect(more).toHaveFocus();
  });

  it('select one, and a range', async () => {
    const { user } = await five();

    await user.keyboard('jx');
    expect(checked()).toBe('E');
    await user.keyboard('jj{Shift>}X{/Shift}');
    expect(checked()).toBe('CDE');
    // The focus is on the checkbox: keys apply to its card.
    await user.click(box('A'));
    await user.keyboard('k');

    expect(screen.getByRole('article', { name: 'Comment by B' })).toHaveFocus();
  });

  it('apply to the selected comments, if any', async () => {
    const { user, api, ids } = await five('/admin/comments');
    await user.click(box('B'));
    await user.click(box('D'));

    await user.keyboard('jy');
    await announced('2 comments approved');
    expect(api.bodiesOf(APPROVE)).toEqual([{ comment_ids: [ids.d, ids.b], is_approved: true }]);
    await user.keyboard('r');
    await announced('2 comments rejected');
    await user.keyboard('{Delete}');

    expect(screen.getByRole('alertdialog', { name: 'Delete 2 comments' })).toBeVisible();
  });

  it('ask before a deletion', async () => {
    const { user } = await five();

    await user.keyboard('j{Delete}');

    expect(screen.getByRole('alertdialog', { name: 'Delete comment' })).toBeVisible();
  });
});

describe('a new comment', () => {
  it('is announced and shown on demand', async () => {
    const { user, api, events, comments } = await five();
    const added = aComment({ author_name: 'F' });
    await events.emit({ type: 'comment.created', comment_id: added.id, photo_id: 3 });

    const show = await screen.findByRole('button', { name: '1 new comment – Show' });
    expect(authors()).toEqual(['E', 'D', 'C', 'B', 'A']);
    api.respond('GET /comments', () => aCommentList([...comments, added]));
    await user.click(show);

    await waitFor(() => expect(authors()[0]).toBe('F'));
    expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull();
    expect(screen.getByRole('region', { name: 'Comments' })).toHaveFocus();
  });

  it('leaves the focus where it went while the list loads', async () => {
    let respond = (_: unknown) => {};
    const { user, api, events, comments } = await five();
    const added = aComment({ author_name: 'F' });
    await events.emit({ type: 'comment.created', comment_id: added.id, photo_id: 3 });
    api.respond('GET /comments', () => new Promise((resolve) => (respond = resolve)));
    await user.click(await screen.findByRole('button', { name: '1 new comment – Show' }));

    await user.click(box('E'));
    respond(aCommentList([...comments, added]));

    await waitFor(() => expect(authors()[0]).toBe('F'));
    expect(box('E')).toHaveFocus();
  });

  it('is not announced again after it was shown and moderated', async () => {
    const { user, api, events, comments } = await five();
    const added = aComment({ author_name: 'F' });
    await events.emit({ type: 'comment.created', comment_id: added.id, photo_id: 3 });
    api.respond('GET /comments', () => aCommentList([...comments, added]));
    api.respond(`PUT /comments/${added.id}/approve`, () => ({}));
    await user.click(await screen.findByRole('button', { name: /new comment/ }));
    const card = await screen.findByRole('article', { name: 'Comment by F' });
    await user.click(within(card).getByRole('button', { name: 'Approve' }));

    await announced('Comment approved');
    expect(authors()[0]).toBe('E');
    expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull();
  });

  it('is shown although an approval cancelled the refetch that includes it', async () => {
    const { user, api, events, comments } = await five();
    const added = aComment({ author_name: 'F' });
    await events.emit({ type: 'comment.created', comment_id: added.id, photo_id: 3 });
    api.respond('GET /comments', () => new Promise(() => {}));
    await user.click(await screen.findByRole('button', { name: '1 new comment – Show' }));
    const approved = comments.map((comment) => ({ ...comment, is_approved: comment.id === comments.at(-1)!.id }));
    api.respond('GET /comments', () => aCommentList([...approved, added]));
    api.respond(`PUT /comments/${comments.at(-1)!.id}/approve`, () => ({}));

    const card = await screen.findByRole('article', { name: 'Comment by E' });
    await user.click(within(card).getByRole('button', { name: 'Approve' }));

    await announced('Comment approved');
    await waitFor(() => expect(authors()[0]).toBe('F'));
  });

  it('that was deleted before Show is no longer announced', async () => {
    const { user, events } = await five();
    await events.emit({ type: 'comment.created', comment_id: 100_000, photo_id: 3 });

    await user.click(await screen.findByRole('button', { name: '1 new comment – Show' }));

    await waitFor(() => expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull());
  });

  it('during a refetch is announced afterwards', async () => {
    let respond = (_: unknown) => {};
    const { user, api, events, comments } = await five();
    await events.emit({ type: 'comment.created', comment_id: 100_000, photo_id: 3 });
    api.respond('GET /comments', () => new Promise((resolve) => (respond = resolve)));
    await user.click(await screen.findByRole('button', { name: '1 new comment – Show' }));

    await events.emit({ type: 'comment.created', comment_id: 100_001, photo_id: 3 });
    expect(await screen.findByRole('button', { name: '2 new comments – Show' })).toBeVisible();
    respond(aCommentList(comments));

    expect(await screen.findByRole('button', { name: '1 new comment – Show' })).toBeVisible();
  });

  it('made while disconnected is announced after the reconnection', async () => {
    const { api, events, comments } = await five();
    api.respond('GET /comments', () => aCommentList([...comments, aComment(), aComment()]));

    await events.emit({ type: 'open' });

    expect(await screen.findByRole('button', { name: '2 new comments – Show' })).toBeVisible();
  });

  it('shows at once in an empty list', async () => {
    const { api, events } = renderSignedIn('/admin/comments', { 'GET /comments': () => aCommentList([]) });
    await screen.findByRole('heading', { name: 'No comments found' });
    const added = aComment({ author_name: 'F' });
    api.respond('GET /comments', () => aCommentList([added]));

    await events.emit({ type: 'comment.created', comment_id: added.id, photo_id: 3 });

    expect(await screen.findByRole('article', { name: 'Comment by F' })).toBeVisible();
  });

  it('is not announced among approved comments', async () => {
    const { events } = await five('/admin/comments?status=approved');

    await events.emit({ type: 'comment.created', comment_id: 100_000, photo_id: 3 });

    expect(screen.queryByRole('button', { name: /new comment/ })).toBeNull();
  });
});

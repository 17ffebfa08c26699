import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { aComment } from '../../../test/fixtures.ts';
import {
  respondWith,
  refetchAll,
  hideFromVisitors,
  renderAt,
  type CannedResponses,
} from '../../../test/render-page.tsx';
import { Comments } from './comments.tsx';

const FIRST = '/comments/photo/1?limit=20';
const SECOND = '/comments/photo/1?limit=20&cursor=c2';

const some = (from: number, to: number, next_cursor: string | null) => ({
  comments: Array.from({ length: to - from + 1 }, (_, index) =>
    aComment({ id: from + index, author_name: `Visitor ${from + index}`, content: `Comment ${from + index}` }),
  ),
  total: 23,
  next_cursor,
});

function open(responses: CannedResponses, address = '/photo/1?gallery=sea') {
  const requested = respondWith(responses);
  const { client } = renderAt(address, <Comments photoId={1} />);
  return { requested, client, user: userEvent.setup() };
}

describe('Comments', () => {
  it('shows the comments with their number', async () => {
    const content = 'First line\n  <b>second</b>';
    open({ [FIRST]: { comments: [aComment({ content })], total: 1, next_cursor: null } });

    expect(screen.getByText('Loading comments...')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 2, name: 'Comments (1)' })).toBeVisible();
    expect(screen.getByRole('listitem')).toHaveTextContent('Ruth Calder');
    expect(screen.getByText('May 10, 2026')).toBeVisible();
    expect(screen.getByText((_, element) => element?.textContent === content)).toBeVisible();
    expect(screen.queryByText('Show more comments')).toBeNull();
  });

  it('shows the artist’s reply under its comment', async () => {
    const reply = { content: 'Thank you, Ruth.', created_at: '2026-05-11T10:00:00.000Z' };
    open({ [FIRST]: { comments: [aComment({ reply })], total: 1, next_cursor: null, is_open: true } });

    const [item] = await screen.findAllByRole('listitem');
    expect(item).toHaveTextContent(/^Ruth CalderMay 10, 2026.*Artist\s*May 11, 2026\s*Thank you, Ruth\.$/);
    expect(screen.getByRole('heading', { level: 2 })).toHaveAccessibleName('Comments (1)');
    expect(screen.getByRole('button', { name: 'Post Comment' })).toBeVisible();
  });

  it('says that comments are closed, instead of the form', async () => {
    open({ [FIRST]: { comments: [aComment()], total: 1, next_cursor: null, is_open: false } });

    expect(await screen.findByText('Comments are closed.')).toBeVisible();
    expect(screen.getByText('Ruth Calder')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Post Comment' })).toBeNull();
  });

  it('leaves a comment being typed as comments are closed', async () => {
    const page = { comments: [aComment()], total: 1, next_cursor: null };
    const responses: CannedResponses = { [FIRST]: { ...page, is_open: true } };
    const { client, user } = open(responses);
    await screen.findByText('Ruth Calder');
    await user.type(screen.getByRole('textbox', { name: /^Comment/ }), 'The light on the');

    responses[FIRST] = { ...page, total: 2, is_open: false };
    await refetchAll(client);

    expect(await screen.findByRole('heading', { level: 2, name: 'Comments (2)' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Comment/ })).toHaveValue('The light on the');
  });

  it.each(['', 'The light'])('closes an empty form as comments are closed, after typing "%s"', async (typed) => {
    const page = { comments: [aComment()], total: 1, next_cursor: null };
    const responses: CannedResponses = { [FIRST]: { ...page, is_open: true } };
    const { client, user } = open(responses);
    expect(await screen.findByRole('button', { name: 'Post Comment' })).toBeVisible();
    const field = screen.getByRole('textbox', { name: /^Comment/ });
    if (typed) {
      await user.type(field, typed);
      await user.clear(field);
    }

    responses[FIRST] = { ...page, is_open: false };
    await refetchAll(client);

    expect(await screen.findByText('Comments are closed.')).toBeVisible();
  });

  it('shows No comments yet without comments', async () => {
    open({ [FIRST]: { comments: [], total: 0, next_cursor: null } });

    expect(await screen.findByText('No comments yet')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Comments' })).toBeVisible();
  });

  it('shows a failure, and retries', async () => {
    const responses: CannedResponses = { [FIRST]: 503 };
    const { user } = open(responses);

    expect(await screen.findByRole('alert')).toHaveTextContent('The comments cannot be shown right now.');
    responses[FIRST] = some(1, 3, null);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
    // The focused button is gone.
    expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  });

  it('appends the next part on click, and focuses its first comment', async () => {
    const { user } = open({ [FIRST]: some(1, 20, 'c2'), [SECOND]: some(21, 23, null) });
    const more = await screen.findByRole('link', { name: 'Show more comments' });
    expect(more).toHaveAttribute('href', '/photo/1?gallery=sea&comments=c2#comments');
    await user.click(more);

    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(23));
    const item = screen.getAllByRole('listitem')[20] as HTMLElement;
    expect(within(item).getByText('Visitor 21')).toBeVisible();
    await waitFor(() => expect(item).toHaveFocus());
    expect(screen.getByText('23 comments shown')).toHaveAttribute('role', 'status');
    expect(screen.queryByText('Show more comments')).toBeNull();
  });

  it('announces each part', async () => {
    const third = '/comments/photo/1?limit=20&cursor=c3';
    const { user } = open({ [FIRST]: some(1, 20, 'c2'), [SECOND]: some(21, 40, 'c3'), [third]: some(41, 60, null) });
    await user.click(await screen.findByRole('link', { name: 'Show more comments' }));
    const status = await screen.findByText('40 comments shown');

    await user.click(screen.getByRole('link', { name: 'Show more comments' }));

    await waitFor(() => expect(status).toHaveTextContent('60 comments shown'));
  });

  it('shows a failure of the next part below the comments, and retries', async () => {
    const responses: CannedResponses = { [FIRST]: some(1, 20, 'c2'), [SECOND]: 503 };
    const { user } = open(responses);
    await user.click(await screen.findByRole('link', { name: 'Show more comments' }));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load more comments');
    expect(screen.getAllByRole('listitem')).toHaveLength(20);
    responses[SECOND] = some(21, 23, null);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(23));
  });

  it('starts at the cursor of the address, with a link to the first comments', async () => {
    open({ [SECOND]: some(21, 23, null) }, '/photo/1?gallery=sea&comments=c2');

    expect(await screen.findAllByRole('listitem')).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'First comments' })).toHaveAttribute(
      'href',
      '/photo/1?gallery=sea#comments',
    );
  });

  it('keeps its comments when a refetch fails', async () => {
    const responses: CannedResponses = { [FIRST]: some(1, 3, null) };
    const { client } = open(responses);
    await screen.findAllByRole('listitem');

    responses[FIRST] = 429;
    await refetchAll(client);

    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('renders all loaded parts on the way back', async () => {
    respondWith({ [FIRST]: some(1, 20, 'c2'), [SECOND]: some(21, 23, null) });
    renderAt('/photo/1', <Visit />);
    await userEvent.click(await screen.findByRole('link', { name: 'Show more comments' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(23));

    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }));
    expect(screen.queryByRole('listitem')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Leave or return' }));

    expect(screen.getAllByRole('listitem')).toHaveLength(23);
  });

  it('drops the later parts when the first part ends at another cursor', async () => {
    const responses: CannedResponses = { [FIRST]: some(1, 20, 'c2'), [SECOND]: some(21, 23, null) };
    const { user, client } = open(responses);
    await user.click(await screen.findByRole('link', { name: 'Show more comments' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(23));

    responses[FIRST] = some(0, 19, 'c1');
    responses['/comments/photo/1?limit=20&cursor=c1'] = some(20, 23, null);
    await act(() => client.invalidateQueries());
    await user.click(await screen.findByRole('link', { name: 'Show more comments' }));

    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(24));
  });

  it('links to the first comments from an invalid cursor', async () => {
    open({ [SECOND]: 400 }, '/photo/1?comments=c2');

    await waitFor(() => expect(screen.queryByText('Loading comments...')).toBeNull());
    expect(screen.getByRole('link', { name: 'First comments' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

/** Comments that unmount and mount again. */
function Visit() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      <button onClick={() => setHere(!isHere)}>Leave or return</button>
      {isHere && <Comments photoId={1} />}
    </>
  );
}

describe('Comments on a hidden photo', () => {
  afterEach(() => localStorage.clear());

  it('shows all comments to the administrator, without a form', async () => {
    localStorage.setItem('token', 'good');
    respondWith({ [FIRST]: some(1, 20, 'c2'), [SECOND]: some(21, 23, null) });
    hideFromVisitors();
    renderAt('/photo/1', <Comments photoId={1} isHidden />);

    await userEvent.click(await screen.findByRole('link', { name: 'Show more comments' }));

    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(23));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Post Comment' })).toBeNull();
  });
});

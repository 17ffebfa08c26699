import '@testing-library/jest-dom/jest-globals';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { respondWith, Refused, renderAt, type CannedResponses, type PostHandler } from '../../../test/render-page.tsx';
import { FormStateContext } from '../../app/forms/form-state.ts';
import { Comments } from './comments.tsx';

const NOTHING = { comments: [], total: 0, next_cursor: null };
const LIST = '/comments/photo/1?limit=20';

beforeEach(() => {
  sessionStorage.clear();
  hurry();
});

/** A fast clock, past the anti-spam minimum. */
function hurry() {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 5_000));
}

const field = (name: string) => screen.getByRole('textbox', { name });

/** Renders the form; `post` responds to it. */
function open(post: PostHandler = () => ({ comment: {} })) {
  const posted: Record<string, unknown>[] = [];
  const requested = respondWith({
    [LIST]: NOTHING,
    '/comments': (sent: Record<string, unknown>) => {
      posted.push(sent);
      return post(sent);
    },
  });
  const page = renderAt('/photo/1', <Comments photoId={1} />);
  return { ...page, requested, posted, user: userEvent.setup() };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, [name, email, comment]: string[]) {
  for (const [label, text] of Object.entries({ Name: name, Email: email, Comment: comment })) {
    await user.click(field(label));
    if (text) await user.paste(text);
  }
}

const GOOD = ['Ruth Calder', 'ruth@example.com', 'I know\nthat pier.'];
const post = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Post Comment' }));

describe('CommentForm', () => {
  it.each([
    ['Name', ['Ruth <3', GOOD[1], GOOD[2]], 'Name contains invalid characters'],
    ['Email', [GOOD[0], 'ruth@', GOOD[2]], 'Invalid email address'],
    ['Comment', [GOOD[0], GOOD[1], 'é'.repeat(1001)], 'Comment is too long (max 1000 characters)'],
  ])('shows for an invalid %s (%j): %s', async (label, typed, message) => {
    const { user, posted } = open();
    await fillIn(user, typed as string[]);
    await post(user);

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message) as never);
    expect(field(label)).toBeInvalid();
    await waitFor(() => expect(field(label)).toHaveFocus());
    expect(posted).toEqual([]);
  });

  it('shows all errors, focuses the first, and removes each once it is fixed', async () => {
    const { user } = open();
    await post(user);

    await waitFor(() => expect(field('Name')).toHaveFocus());
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Name is required',
      'Email is required',
      'Comment is required',
    ]);

    await user.type(field('Comment'), 'ab');
    expect(field('Comment')).toHaveAccessibleDescription('Comment is too short');
    await user.type(field('Comment'), 'c');
    expect(field('Comment')).toBeValid();
    expect(screen.getAllByRole('alert')).toHaveLength(2);
  });

  it('posts the comment, empties the form and confirms', async () => {
    const { user, posted, requested } = open();
    await fillIn(user, GOOD);
    await post(user);

    expect(await screen.findByText('It will appear once it has been approved.')).toHaveAttribute('role', 'status');
    expect(posted).toEqual([
      {
        author_name: 'Ruth Calder',
        author_email: 'ruth@example.com',
        content: 'I know\nthat pier.',
        photo_id: 1,
        website: '',
        fill_time: expect.any(Number),
      },
    ]);
    for (const label of ['Name', 'Email', 'Comment']) expect(field(label)).toHaveValue('');
    await waitFor(() => expect(requested.filter((path) => path === LIST)).toHaveLength(2));
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['typed', null],
    ['returned by the server', { form: 'comment', errors: {}, values: { author_name: 'Ruth', content: 'I know.' } }],
  ])('is replaced where comments are closed, once a comment %s is sent', async (_, returned) => {
    const responses: CannedResponses = {
      [LIST]: { ...NOTHING, is_open: returned === null },
      '/comments': () => {
        responses[LIST] = { ...NOTHING, is_open: false };
        return { comment: {} };
      },
    };
    const requested = respondWith(responses);
    const user = userEvent.setup();
    renderAt(
      '/photo/1',
      <FormStateContext value={returned}>
        <Comments photoId={1} />
      </FormStateContext>,
    );
    await waitFor(() => expect(screen.queryByText('Loading comments...')).toBeNull());
    await user.clear(field('Name'));
    await fillIn(user, GOOD);
    await post(user);

    expect(await screen.findByText('Comments are closed.')).toBeVisible();
    expect(requested).toContain('/comments');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('posts once, however often the button is clicked', async () => {
    let respond: (value: unknown) => void = () => undefined;
    const { user, posted } = open(() => new Promise((resolve) => (respond = resolve)));
    await fillIn(user, GOOD);
    await post(user);
    await user.click(await screen.findByRole('button', { name: 'Posting...' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    respond({ comment: {} });

    expect(await screen.findByRole('button', { name: 'Post Comment' })).toBeVisible();
    expect(posted).toHaveLength(1);
  });

  it.each([
    [
      'too many of them',
      new Refused({ statusCode: 429, code: 'request.too-many', message: 'Too many.' }, { 'retry-after': '540' }),
      'Too many. You can try again in 9 minutes.',
    ],
    [
      'a deleted photo',
      new Refused({ statusCode: 404, code: 'photo.not-found', message: 'Photo not found' }),
      'Photo not found',
    ],
    ['a response without a message', new Refused({ statusCode: 502 }), 'Failed to add comment'],
    ['no response', new TypeError('Failed to fetch'), 'Failed to add comment'],
  ])('keeps its values on %s', async (_why, failure, sentence) => {
    const { user } = open(() => {
      throw failure;
    });
    await fillIn(user, GOOD);
    await post(user);

    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(field('Name')).toHaveValue(GOOD[0]);
    expect(field('Email')).toHaveValue(GOOD[1]);
    expect(field('Comment')).toHaveValue(GOOD[2]);
    expect(screen.getByRole('button', { name: 'Post Comment' })).toBeEnabled();
  });

  it('shows the messages of the API at its fields', async () => {
    const errors = { author_email: 'Invalid email address' };
    const { user } = open(() => {
      throw new Refused({ statusCode: 400, code: 'request.invalid', message: 'Invalid email address', errors });
    });
    await fillIn(user, GOOD);
    await post(user);

    await waitFor(() => expect(field('Email')).toHaveFocus());
    expect(field('Email')).toHaveAccessibleDescription('It is never shown. Invalid email address');
  });

  it('counts the characters near the limit, as the API does', async () => {
    const { user } = open();
    await user.click(field('Comment'));
    await user.paste('a'.repeat(900));
    expect(field('Comment')).not.toHaveAccessibleDescription();

    await user.paste('👩‍🎨');
    await waitFor(() => expect(field('Comment')).toHaveAccessibleDescription('901 of 1000'));
    await user.paste('a'.repeat(100));
    expect(field('Comment')).toHaveAccessibleDescription('1001 of 1000');
  });

  it('restores the draft of this photo only', async () => {
    const { user, unmount } = open();
    await fillIn(user, ['Ruth', '', 'Half a thou']);
    unmount();

    const other = renderAt('/photo/2', <Comments photoId={2} />);
    expect(field('Comment')).toHaveValue('');
    other.unmount();

    renderAt('/photo/1', <Comments photoId={1} />);
    await waitFor(() => expect(field('Name')).toHaveValue('Ruth'));
    expect(field('Comment')).toHaveValue('Half a thou');
  });
});

describe('a form filled in at once', () => {
  it('waits out the anti-spam minimum before posting', async () => {
    let now = 100;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const waits: number[] = [];
    const { setTimeout } = globalThis;
    /** Milliseconds by which the first timer fires early, as Firefox's may. */
    const early = 1.5;
    const quick = (then: () => void, wait = 0) => {
      const isForServer = (wait > 1_000 && wait <= 2_000) || wait === early;
      if (!isForServer) return setTimeout(then, wait);
      now += waits.push(wait) === 1 ? wait - early : wait;
      return setTimeout(then, 0);
    };
    globalThis.setTimeout = quick as typeof setTimeout;
    const { user, posted } = open();
    await fillIn(user, GOOD);
    now = 600;
    await post(user);

    await waitFor(() => expect(posted).toMatchObject([{ fill_time: 2_000 }]));
    globalThis.setTimeout = setTimeout;
    expect(waits).toEqual([1_500, early]);
  });
});

describe('without storage', () => {
  it('posts the comment', async () => {
    const { getItem, setItem } = Storage.prototype;
    const refuse = () => {
      throw new DOMException('No', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse });
    try {
      const { user, posted } = open();
      await fillIn(user, GOOD);
      await post(user);
      await waitFor(() => expect(posted).toHaveLength(1));
    } finally {
      Object.assign(Storage.prototype, { getItem, setItem });
    }
  });
});

describe('the honeypot', () => {
  it('is hidden, and its value is sent', async () => {
    const { user, posted, container } = open();
    const trap = container.querySelector<HTMLInputElement>('input[name=website]') as HTMLInputElement;
    expect(trap).toHaveAttribute('tabindex', '-1');
    expect(trap.closest('[aria-hidden=true]')).not.toBeNull();

    await fillIn(user, GOOD);
    await user.type(trap, 'https://spam.example');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('spam.example');
    await post(user);

    await waitFor(() => expect(posted).toMatchObject([{ website: 'https://spam.example' }]));
  });
});

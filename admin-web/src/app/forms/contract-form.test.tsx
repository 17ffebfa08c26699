import { SaveNewsItem } from '@portfolio/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AdminContext, type Admin } from '../layout/admin-context.ts';
import { useContractForm } from './contract-form.ts';
import { tokenStore } from '../data/token-store.ts';

interface FormProps {
  draft?: string;
  kept?: (keyof SaveNewsItem)[];
}

function Fields({ draft, kept }: FormProps) {
  const form = useContractForm(SaveNewsItem, { headline: '', content: '' }, draft, kept);
  return (
    <>
      <input aria-label="Headline" {...form.register('headline')} />
      <input aria-label="Content" {...form.register('content')} />
    </>
  );
}

/** The form, with somebody signed in. */
const Form = ({ owner = 1, ...props }: FormProps & { owner?: number }) => (
  <AdminContext value={{ session: { user: { id: owner } } } as Admin}>
    <Fields {...props} />
  </AdminContext>
);

/** Opens the form, types into it, and leaves it with or without a session. */
async function typeAndLeave(draft: string | undefined, { signedOut }: { signedOut: boolean }) {
  const { unmount } = render(<Form {...(draft && { draft })} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  act(() => {
    if (signedOut) tokenStore.clear();
    unmount();
  });
  tokenStore.set('a-token');
}

beforeEach(() => tokenStore.set('a-token'));

it('has what was typed when the session ended, once', async () => {
  await typeAndLeave('news', { signedOut: true });

  const { unmount } = render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
  unmount();
  render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

it('knows that what came back is not saved yet', async () => {
  await typeAndLeave('news', { signedOut: true });
  const { unmount } = render(<Form draft="news" />);
  await screen.findByDisplayValue('Open studio');

  // The session ends again, with nothing typed in between.
  act(() => {
    tokenStore.clear();
    unmount();
  });
  render(<Form draft="news" />);

  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
});

it('keeps what one has typed from the next who signs in', async () => {
  await typeAndLeave('news', { signedOut: true });

  render(<Form draft="news" owner={2} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

it('keeps no more than the fields that it is to keep', async () => {
  const { unmount } = render(<Form draft="news" kept={['headline']} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  await userEvent.type(screen.getByLabelText('Content'), 'A secret');
  act(() => {
    tokenStore.clear();
    unmount();
  });

  render(<Form draft="news" kept={['headline']} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
  expect(screen.getByLabelText('Content')).toHaveValue('');
});

it.each([
  ['another form', 'news', 'gallery', true],
  ['one who left it by herself', 'news', 'news', false],
  ['a form that keeps nothing', undefined, undefined, true],
])('says nothing of it to %s', async (_, written, opened, signedOut) => {
  await typeAndLeave(written, { signedOut });

  render(<Form {...(opened && { draft: opened })} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

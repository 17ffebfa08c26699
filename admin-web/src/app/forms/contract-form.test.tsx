import { SaveNewsItem } from '@portfolio/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AdminContext, type AdminContextValue } from '../layout/admin-context.ts';
import { deleteDrafts, hasDrafts, useContractForm } from './contract-form.ts';
import { tokenStore } from '../data/token-store.ts';

interface FormProps {
  draft?: string;
  draftFields?: (keyof SaveNewsItem)[];
}

function Fields({ draft, draftFields }: FormProps) {
  const form = useContractForm(SaveNewsItem, { headline: '', content: '' }, draft, draftFields);
  return (
    <>
      <input aria-label="Headline" {...form.register('headline')} />
      <input aria-label="Content" {...form.register('content')} />
    </>
  );
}

/** Form with a session. */
const Form = ({ owner = 1, ...props }: FormProps & { owner?: number }) => (
  <AdminContext value={{ session: { user: { id: owner } } } as AdminContextValue}>
    <Fields {...props} />
  </AdminContext>
);

/** Types into the form and unmounts it, with or without a session. */
async function typeAndLeave(draft: string | undefined, { signedOut }: { signedOut: boolean }) {
  const { unmount } = render(<Form {...(draft && { draft })} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  act(() => {
    if (signedOut) tokenStore.clear();
    unmount();
  });
  tokenStore.set('a-token');
}

beforeEach(() => {
  tokenStore.set('a-token');
  deleteDrafts();
});

it('restores unsaved input of an ended session once', async () => {
  await typeAndLeave('news', { signedOut: true });

  const { unmount } = render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
  unmount();
  render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

it('marks restored input as unsaved', async () => {
  await typeAndLeave('news', { signedOut: true });
  const { unmount } = render(<Form draft="news" />);
  await screen.findByDisplayValue('Open studio');

  // The session ends again, without further input.
  act(() => {
    tokenStore.clear();
    unmount();
  });
  render(<Form draft="news" />);

  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
});

it('hides a draft from another administrator', async () => {
  await typeAndLeave('news', { signedOut: true });

  render(<Form draft="news" owner={2} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

it('saves only the listed fields in the draft', async () => {
  const { unmount } = render(<Form draft="news" draftFields={['headline']} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  await userEvent.type(screen.getByLabelText('Content'), 'A secret');
  act(() => {
    tokenStore.clear();
    unmount();
  });

  render(<Form draft="news" draftFields={['headline']} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
  expect(screen.getByLabelText('Content')).toHaveValue('');
});

it('saves no draft while only other fields are changed', async () => {
  const { unmount } = render(<Form draft="news" draftFields={['headline']} />);
  await userEvent.type(screen.getByLabelText('Content'), 'A secret');
  act(() => {
    tokenStore.clear();
    unmount();
  });

  expect(hasDrafts()).toBe(false);
});

it.each([
  ['another form', 'news', 'gallery', true],
  ['a sign-out by the administrator', 'news', 'news', false],
  ['a form without drafts', undefined, undefined, true],
])('discards the draft for %s', async (_, written, opened, signedOut) => {
  await typeAndLeave(written, { signedOut });

  render(<Form {...(opened && { draft: opened })} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

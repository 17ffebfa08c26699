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

/** Types into the form and unmounts it, after `endSession` or during the session. */
async function typeAndLeave(draft: string | undefined, endSession?: () => void) {
  const { unmount } = render(<Form {...(draft && { draft })} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  act(() => {
    endSession?.();
    unmount();
  });
  tokenStore.set('a-token');
}

beforeEach(() => {
  tokenStore.set('a-token');
  deleteDrafts();
});

it.each([
  ['a rejected token', tokenStore.clearInvalid],
  ['a sign-out', tokenStore.clear],
])('restores unsaved input once after %s', async (_, endSession) => {
  await typeAndLeave('news', endSession);

  const { unmount } = render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
  unmount();
  render(<Form draft="news" />);
  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

it('marks restored input as unsaved', async () => {
  await typeAndLeave('news', tokenStore.clearInvalid);
  const { unmount } = render(<Form draft="news" />);
  await screen.findByDisplayValue('Open studio');

  // The session ends again, without further input.
  act(() => {
    tokenStore.clearInvalid();
    unmount();
  });
  render(<Form draft="news" />);

  expect(screen.getByLabelText('Headline')).toHaveValue('Open studio');
});

it('discards the draft of another administrator', async () => {
  await typeAndLeave('news', tokenStore.clearInvalid);

  render(<Form draft="news" owner={2} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
  expect(hasDrafts()).toBe(false);
});

it('saves only the listed fields in the draft', async () => {
  const { unmount } = render(<Form draft="news" draftFields={['headline']} />);
  await userEvent.type(screen.getByLabelText('Headline'), 'Open studio');
  await userEvent.type(screen.getByLabelText('Content'), 'A secret');
  act(() => {
    tokenStore.clearInvalid();
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
    tokenStore.clearInvalid();
    unmount();
  });

  expect(hasDrafts()).toBe(false);
});

it.each([
  ['does not restore the draft in another form', 'news', 'gallery', tokenStore.clearInvalid],
  ['saves no draft when the form is left during the session', 'news', 'news', undefined],
  ['saves no draft for a form without a draft name', undefined, undefined, tokenStore.clearInvalid],
])('%s', async (_, written, opened, endSession) => {
  await typeAndLeave(written, endSession);

  render(<Form {...(opened && { draft: opened })} />);

  expect(screen.getByLabelText('Headline')).toHaveValue('');
});

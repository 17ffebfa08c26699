import { expect, it } from '@jest/globals';
import { LIMITS, MAX_ID } from '@portfolio/contracts';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { SEARCH_DEBOUNCE_MS } from '../../../app/use-debounced-value.ts';
import { isFiltering, parseFilter } from './photo-filter.ts';
import { usePhotoFilter } from './use-photo-filter.ts';

function Filters() {
  const { typed, type, choose, clear } = usePhotoFilter();
  return (
    <>
      <input aria-label="Search" value={typed} onChange={({ target }) => type(target.value)} />
      <button onClick={clear}>Clear</button>
      <button onClick={() => choose({ gallery_id: 7 })}>Choose</button>
      <button onClick={() => choose({ sort: 'file_name' })}>Sort</button>
    </>
  );
}

/** A page whose address changes late, as on a busy machine. */
function renderSlowly(address: string) {
  let respond = () => {};
  const load = () => new Promise<null>((resolve) => (respond = () => resolve(null)));
  const router = createMemoryRouter([{ path: '/', loader: load, Component: Filters, HydrateFallback: () => null }], {
    initialEntries: [address],
    hydrationData: { loaderData: { 0: null } },
  });
  render(<RouterProvider router={router} />);
  const follow = () => act(async () => respond());
  const settle = async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, SEARCH_DEBOUNCE_MS + 10)));
    await follow();
  };
  return { user: userEvent.setup(), follow, settle, address: () => router.state.location.search };
}

it('stays cleared, however late the address follows', async () => {
  const { user, settle, address } = renderSlowly('/?search=fog&gallery=3');

  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await settle();

  expect(address()).toBe('');
  expect(screen.getByLabelText('Search')).toHaveValue('');
});

it('preserves a gallery that is selected during typing', async () => {
  const { user, settle, address } = renderSlowly('/?gallery=3');

  await user.type(screen.getByLabelText('Search'), 'fog');
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  await settle();

  expect(address()).toBe('?gallery=7&search=fog');
});

it('preserves the order when it is cleared, and ignores an unknown order', async () => {
  const { user, follow, settle, address } = renderSlowly('/?sort=price&search=fog');

  await user.click(screen.getByRole('button', { name: 'Sort' }));
  await follow();
  expect(address()).toBe('?sort=file_name&search=fog');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await settle();

  expect(address()).toBe('?sort=file_name');
});

it.each([
  ['gallery', String(MAX_ID + 1)],
  ['search', 'x'.repeat(LIMITS.title + 1)],
  ['search', '\0'],
  ['tag', 'x'.repeat(LIMITS.keyword + 1)],
])('ignores a %s that the API rejects', (name, value) => {
  expect(isFiltering(parseFilter(new URLSearchParams({ [name]: value })))).toBe(false);
});

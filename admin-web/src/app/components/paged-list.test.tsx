import { expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { LoadMore } from './paged-list.tsx';

function List({ fetchPage }: { fetchPage: (page: number) => Promise<string> }) {
  const query = useInfiniteQuery({
    queryKey: ['list'],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    getNextPageParam: (_last, all) => (all.length < 2 ? all.length + 1 : undefined),
  });
  return (
    <>
      <p role="status">{query.data?.pages.join(', ')}</p>
      {query.data?.pages.map((page) => (
        <a key={page} href={`#${page}`}>
          {page}
        </a>
      ))}
      <LoadMore query={query} />
    </>
  );
}

it('a refetch under way continues after the next page has been loaded', async () => {
  const client = new QueryClient();
  const pages = { 1: 'old', 2: 'second' } as Record<number, string>;
  let held = Promise.resolve();
  const fetchPage = async (page: number) => {
    await held;
    return pages[page]!;
  };
  render(
    <QueryClientProvider client={client}>
      <List fetchPage={fetchPage} />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Load more' });

  let release = () => {};
  held = new Promise((resolve) => (release = resolve));
  pages[1] = 'new';
  act(() => void client.invalidateQueries());
  await userEvent.click(button);
  release();

  expect(await screen.findByText('new, second')).toBeInTheDocument();
});

it('the focus moves to the first new item once the button has gone', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List fetchPage={async (page) => `page ${page}`} />
    </QueryClientProvider>,
  );

  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));

  await waitFor(() => expect(screen.getByRole('link', { name: 'page 2' })).toHaveFocus());
});

it('a page that fails to load is reported at the button, which loads it again and keeps the focus', async () => {
  let isDown = false;
  const fetchPage = async (page: number) => {
    if (isDown) throw new Error('offline');
    return `page ${page}`;
  };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <List fetchPage={fetchPage} />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: 'Load more' });
  isDown = true;

  await userEvent.click(button);

  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load more');
  expect(button).toHaveFocus();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('page 1, page 2')).toBeInTheDocument();
});

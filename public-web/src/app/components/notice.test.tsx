import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '../../../test/render-page.tsx';
import { Failure } from './notice.tsx';

describe('Try Again', () => {
  it.each([
    ['a click', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'))],
    ['Enter', (user: ReturnType<typeof userEvent.setup>) => user.tab().then(() => user.keyboard('{Enter}'))],
    ['Space', (user: ReturnType<typeof userEvent.setup>) => user.tab().then(() => user.keyboard(' '))],
  ])('retries once on %s', async (_, act) => {
    const retry = jest.fn();
    renderAt('/galleries', <Failure onRetry={retry}>Failed to load galleries</Failure>);

    await act(userEvent.setup());

    expect(retry).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load galleries');
  });

  it('is a link to the page itself without JavaScript', () => {
    renderAt('/galleries', <Failure onRetry={() => undefined}>Failed to load galleries</Failure>);

    expect(screen.getByRole('button', { name: 'Try Again' })).toHaveAttribute('href', '');
  });

  it('moves the focus to the content', async () => {
    renderAt(
      '/galleries',
      <main id="content" tabIndex={-1}>
        <Gallery />
      </main>,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(screen.getByText('Loading…')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

function Gallery() {
  const [isLoading, setLoading] = useState(false);
  if (isLoading) return <p>Loading…</p>;
  return <Failure onRetry={() => setLoading(true)}>Failed to load galleries</Failure>;
}

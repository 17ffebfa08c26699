import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { renderAt } from '../../../test/render-page.tsx';
import { Notice } from './notice.tsx';

describe('a notice with something to do', () => {
  it.each([
    ['a click', (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button'))],
    ['Enter', (user: ReturnType<typeof userEvent.setup>) => user.tab().then(() => user.keyboard('{Enter}'))],
    ['Space', (user: ReturnType<typeof userEvent.setup>) => user.tab().then(() => user.keyboard(' '))],
  ])('does it once upon %s', async (_, act) => {
    const tryAgain = jest.fn();
    renderAt(
      '/galleries',
      <Notice alert action="Try Again" onAct={tryAgain}>
        Failed to load galleries
      </Notice>,
    );

    await act(userEvent.setup());

    expect(tryAgain).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load galleries');
  });

  it('loads the page anew where there is no JavaScript to do it', () => {
    renderAt(
      '/galleries',
      <Notice action="Try Again" onAct={() => undefined}>
        Failed to load galleries
      </Notice>,
    );

    // The empty address is that of the page itself.
    expect(screen.getByRole('button', { name: 'Try Again' })).toHaveAttribute('href', '');
  });

  it('leaves the focus with the page, where its button goes away', async () => {
    renderAt(
      '/galleries',
      <main id="content" tabIndex={-1}>
        <Failure />
      </main>,
    );

    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(screen.getByText('Loading…')).toBeVisible();
    expect(screen.getByRole('main')).toHaveFocus();
  });
});

function Failure() {
  const [isTried, setTried] = useState(false);
  if (isTried) return <p>Loading…</p>;
  return (
    <Notice action="Try Again" onAct={() => setTried(true)}>
      Failed to load galleries
    </Notice>
  );
}

import { afterEach, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { NavigationContext, locationAt } from '../../app/router/navigation.ts';
import { useViewer } from './use-viewer.ts';

const Page = () => <output>{useViewer().isOpen ? 'open' : 'closed'}</output>;

const loaded = (state: unknown) => (
  <NavigationContext
    value={{
      location: locationAt('/photo/1', 'load', { key: 'a', state }),
      navigate: () => undefined,
      back: () => undefined,
    }}
  >
    <Page />
  </NavigationContext>
);

afterEach(() => void jest.restoreAllMocks());

it('hydrates a page with an open viewer as the server rendered it', () => {
  const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const container = document.createElement('div');
  document.body.append(container);
  // The server does not know the history state.
  container.innerHTML = '<output>closed</output>';

  render(loaded({ viewer: true, page: 'b' }), { container, hydrate: true });

  expect(error).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('open');
});

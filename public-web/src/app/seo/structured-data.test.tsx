import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '../../../test/render-page.tsx';
import { useNavigation } from '../router/navigation.ts';
import { ServerStructuredData } from './structured-data.tsx';

function Page() {
  const { navigate } = useNavigation();
  return (
    <main>
      <ServerStructuredData />
      <button onClick={() => navigate('/photo/2')}>Go on</button>
    </main>
  );
}

it('is removed after a client-side navigation', async () => {
  renderAt('/photo/1', <Page />);
  const blocks = () => screen.getByRole('main').querySelectorAll('script');
  expect(blocks()).toHaveLength(1);

  await userEvent.click(screen.getByRole('button'));

  expect(blocks()).toHaveLength(0);
});

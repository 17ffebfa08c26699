import { fireEvent, screen } from '@testing-library/react';
import { aUser } from './factories.ts';
import type { renderSignedIn } from './render-admin.tsx';

/** Signs in after the end of a session, once the sign-in page is open. */
export async function signInAgain(
  { user, api }: Pick<ReturnType<typeof renderSignedIn>, 'user' | 'api'>,
  as = aUser(),
) {
  api.respond('POST /auth/login', () => ({ token: 'another-token', user: as }));
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: as.email } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a long enough secret' } });
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

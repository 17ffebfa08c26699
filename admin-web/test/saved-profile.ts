import { screen } from '@testing-library/react';
import { aUser, theSettings } from './factories.ts';
import { aVersionedResource } from './fake-api.ts';
import { renderSignedIn } from './render-admin.tsx';

/** Opens the page of a profile that `saved` may change from elsewhere. */
export async function openSavedProfile() {
  const saved = aVersionedResource(aUser(), {
    get: '/auth/me',
    put: '/admin/settings/profile',
    toResponse: (user) => ({ user }),
    toChanges: (body: object) => body,
  });
  const page = renderSignedIn('/admin/settings', {
    'GET /admin/settings/website': () => theSettings(),
    ...saved.routes,
  });
  const name = await screen.findByLabelText(/^Full Name/);
  return { ...page, saved, name, save: () => page.user.click(screen.getByRole('button', { name: 'Save Changes' })) };
}

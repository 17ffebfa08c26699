import type { PhotoView, SavePhotoFields } from '@portfolio/contracts';
import { screen, within } from '@testing-library/react';
import type { ApiCall } from './fake-api.ts';
import { aPhotoSite } from './photo-site.ts';
import { renderSignedIn } from './render-admin.tsx';

export const SAVE = 'PUT /photos/batch/fields';
export const ADDRESS = '/admin/photos?view=table';

/** Photos from `Photo ${count}` down to `Photo 1`, in the table. */
export async function open(count: number, differences: Parameters<typeof aPhotoSite>[1] = () => ({})) {
  const site = aPhotoSite(count, ({ id }) => ({ version: `"${id}"`, ...differences({ id }) }));
  const save = ({ body }: ApiCall) => {
    const photos = (body as SavePhotoFields).photos.map(({ version: _, ...fields }) => {
      const index = site.photos.findIndex(({ id }) => id === fields.id);
      site.photos[index] = { ...site.photos[index]!, ...(fields as Partial<PhotoView>), version: `"saved"` };
      return site.photos[index];
    });
    return { photos, failures: [] };
  };
  const page = renderSignedIn(ADDRESS, { ...site.routes, [SAVE]: save });
  await screen.findByRole('table', { name: 'Photos' });
  const sent = () => page.api.bodiesOf(SAVE).map((body) => (body as SavePhotoFields).photos);
  return { ...page, site, save, sent };
}

export const cell = (column: string, id: number) =>
  screen.getByRole<HTMLInputElement>(column === 'For sale' ? 'checkbox' : 'textbox', {
    name: new RegExp(`^${column} of Photo ${id}(, changed)?$`),
  });
export const bar = () => within(screen.getByRole('region', { name: 'Unsaved changes' }));
export const saveButton = (count: string) => bar().getByRole('button', { name: `Save ${count}` });

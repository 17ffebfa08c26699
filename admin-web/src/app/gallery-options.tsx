import { allGalleriesQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from './admin-context.ts';

/**
 * All galleries, as the options of a select field.
 *
 * @param none what stands for no gallery in particular
 */
export function GalleryOptions({ none }: { none: string }) {
  const { api } = useAdmin();
  const { data: galleries = [] } = useQuery(allGalleriesQuery(api));
  return (
    <>
      <option value="">{none}</option>
      {galleries.map(({ id, title }) => (
        <option key={id} value={id} dir="auto">
          {title}
        </option>
      ))}
    </>
  );
}

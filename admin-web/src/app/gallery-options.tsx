import { allGalleriesQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/**
 * All galleries, as the options of a select field.
 *
 * @param none what stands for no gallery in particular
 * @param children further options before the galleries
 */
export function GalleryOptions({ none, children }: { none: string; children?: ReactNode }) {
  const { api } = useAdmin();
  const { data: galleries = [] } = useQuery(allGalleriesQuery(api));
  return (
    <>
      <option value="">{none}</option>
      {children}
      {galleries.map(({ id, title }) => (
        <option key={id} value={id} dir="auto">
          {title}
        </option>
      ))}
    </>
  );
}

import { allGalleriesQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdmin } from './layout/admin-context.ts';

/**
 * Options of a select field: all galleries.
 *
 * @param none label of the empty option
 * @param children options before the galleries
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

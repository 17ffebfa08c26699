import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView, PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useAdmin } from './layout/admin-context.ts';
import { scheduleBadge } from './schedule/schedule-badge.ts';

export function useGalleries() {
  const { api } = useAdmin();
  return useQuery(allGalleriesQuery(api));
}

/**
 * Options of a select field: all galleries.
 *
 * @param none label of the empty option
 * @param children options before the galleries
 */
export function GalleryOptions({ none, children }: { none: string; children?: ReactNode }) {
  const { data: galleries = [] } = useGalleries();
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

/**
 * Whether visitors' lists lack the gallery now, by its visibility or schedule. A photo that is in such galleries alone becomes
 * hidden as it leaves the last one.
 */
export const isNotPublic = (gallery: GalleryView) => !gallery.is_active || scheduleBadge(gallery) !== undefined;
const isHidden = (gallery: GalleryView) => gallery.visibility === 'hidden' || scheduleBadge(gallery) !== undefined;
const isClosed = (gallery: GalleryView) => gallery.visibility === 'private' || isHidden(gallery);

/** Predicates of photos. They read the clock at each call: schedules begin and end meanwhile. */
export function usePhotoVisibility() {
  const { data: galleries } = useGalleries();
  return useMemo(() => {
    const byId = new Map(galleries?.map((gallery) => [gallery.id, gallery]));
    const isOnlyIn = (photo: PhotoView, isOfKind: (gallery: GalleryView) => boolean): boolean => {
      const own = photo.galleries.map(({ id }) => byId.get(id));
      return own.length > 0 && own.every((gallery) => gallery && isOfKind(gallery));
    };
    return {
      /** Whether the photo has galleries, and none of them is public. */
      isOnlyInNonPublicGalleries: (photo: PhotoView) => isOnlyIn(photo, isNotPublic),
      /** Whether the photo is hidden, or each of its galleries is hidden, scheduled or ended. */
      isHidden: (photo: PhotoView) => photo.visibility === 'hidden' || isOnlyIn(photo, isHidden),
      /** Whether the photo is hidden, or each of its galleries is private, hidden, scheduled or ended. */
      isClosed: (photo: PhotoView) => photo.visibility === 'hidden' || isOnlyIn(photo, isClosed),
    };
  }, [galleries]);
}

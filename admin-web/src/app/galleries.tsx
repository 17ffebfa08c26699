import { allGalleriesQuery } from '@portfolio/api-client';
import type { GalleryView, PhotoView } from '@portfolio/contracts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, type ReactNode } from 'react';
import { useAdmin } from './layout/admin-context.ts';
import { scheduleBadge } from './schedule/schedule-badge.ts';

/** Query of all galleries. */
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

/** Returns a predicate: the photo has galleries, and none of them is public. */
export const useIsOnlyInNonPublicGalleries = () => useIsOnlyIn(isNotPublic);

/**
 * Returns a predicate, which reads the clock at each call: schedules begin and end meanwhile.
 *
 * @param isOfKind the same function in each render
 */
function useIsOnlyIn(isOfKind: (gallery: GalleryView) => boolean): (photo: PhotoView) => boolean {
  const { data: galleries } = useGalleries();
  const byId = useMemo(() => new Map(galleries?.map((gallery) => [gallery.id, gallery])), [galleries]);
  return useCallback(
    (photo) => {
      const own = photo.galleries.map(({ id }) => byId.get(id));
      return own.length > 0 && own.every((gallery) => gallery && isOfKind(gallery));
    },
    [byId, isOfKind],
  );
}

/** Returns a predicate: the photo is hidden, or each of its galleries is hidden, scheduled or ended. */
export const useIsHidden = () => useIsHiddenOrOnlyIn(isHidden);

/** Returns a predicate: the photo is hidden, or each of its galleries is private, hidden, scheduled or ended. */
export const useIsClosed = () => useIsHiddenOrOnlyIn(isClosed);

function useIsHiddenOrOnlyIn(isOfKind: (gallery: GalleryView) => boolean): (photo: PhotoView) => boolean {
  const isOnlyIn = useIsOnlyIn(isOfKind);
  return useCallback((photo) => photo.visibility === 'hidden' || isOnlyIn(photo), [isOnlyIn]);
}

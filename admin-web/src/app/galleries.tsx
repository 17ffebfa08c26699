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

/** Why visitors cannot open the gallery now; undefined if they can. */
function closedReason(gallery: GalleryView | undefined): string | undefined {
  if (gallery?.visibility === 'hidden') return 'Hidden gallery';
  if (gallery?.visibility === 'private') return 'Private gallery';
  const schedule = gallery && scheduleBadge(gallery);
  return schedule && `${schedule.label} gallery`;
}

/** Functions of photos. They read the clock at each call: schedules begin and end meanwhile. */
export function usePhotoVisibility() {
  const { data: galleries } = useGalleries();
  return useMemo(() => {
    const byId = new Map(galleries?.map((gallery) => [gallery.id, gallery]));
    const galleriesOf = (photo: PhotoView) => photo.galleries.map(({ id }) => byId.get(id));
    return {
      /** Whether the photo has galleries, and none of them is public. */
      isOnlyInNonPublicGalleries: (photo: PhotoView): boolean => {
        const own = galleriesOf(photo);
        return own.length > 0 && own.every((gallery) => gallery && isNotPublic(gallery));
      },
      /** Why visitors cannot see the photo now: its own visibility, or that of all its galleries. Undefined if they can. */
      hiddenReason: (photo: PhotoView): string | undefined => {
        if (photo.visibility === 'hidden') return 'Hidden';
        const [reason, ...others] = new Set(galleriesOf(photo).map(closedReason));
        return others.length === 0 ? reason : others.every((other) => reason && other) ? 'Not public' : undefined;
      },
    };
  }, [galleries]);
}

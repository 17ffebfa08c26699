import type { PhotoView } from '@portfolio/contracts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { notify } from '../../app/layout/toasts.tsx';
import { addressOf, photoAddress, useNavigation, type RouteLocation } from '../../app/router/navigation.ts';
import { loadViewer } from './lazy-viewer.tsx';

/** State of a history entry with an open viewer. */
interface ViewerEntry {
  viewer: true;
  /** Key of the page's own entry. */
  page: string;
}

/** The photo that the viewer shows, while the page's own entry has the one it was opened from. */
interface ViewedPhoto extends Pick<ViewerEntry, 'page'> {
  id: number;
  slug: string | undefined;
  address: string;
  /** Address of the page's own entry after closing. */
  closedOn?: string;
}

const entryOf = (state: unknown) =>
  (state as Partial<ViewerEntry> | null)?.viewer === true ? (state as ViewerEntry) : undefined;

/** The photo of an open viewer. */
function viewedAt(location: RouteLocation, { page }: ViewerEntry): ViewedPhoto {
  const id = Number(location.pathname.split('/').at(-1));
  const slug = new URLSearchParams(location.search).get('gallery') ?? undefined;
  return { page, id, slug, address: addressOf(location) };
}

const neverChanges = () => () => undefined;

/**
 * The viewer's history entry, after the page's own, so that Back closes it. Turning to another photo replaces the entry.
 * After closing, the page's entry is replaced by the photo seen last, which is `lastSeen` until then.
 */
export function useViewer() {
  const { location, navigate, back } = useNavigation();
  const [viewed, setViewed] = useState<ViewedPhoto>();
  const isOpening = useRef(false);
  const isClosing = useRef(false);
  /** Undefined after unmounting. */
  const mountedAddress = useRef<string>(undefined);
  const address = addressOf(location);
  const stateEntry = entryOf(location.state);
  // Hydration starts without the viewer, which the server does not render.
  const isOpen = useSyncExternalStore(
    neverChanges,
    () => stateEntry !== undefined,
    () => false,
  );
  const entry = isOpen ? stateEntry : undefined;
  const lastSeen = !entry && viewed?.page === location.key ? viewed : undefined;
  if (lastSeen) {
    const { closedOn = address } = lastSeen;
    // The page's entry shows this photo now, or one the visitor has turned to since. A replaced entry keeps its key.
    if (lastSeen.address === address || closedOn !== address) setViewed(undefined);
    else if (!lastSeen.closedOn) setViewed({ ...lastSeen, closedOn });
  }

  useEffect(() => {
    mountedAddress.current = address;
    return () => void (mountedAddress.current = undefined);
  }, [address]);
  useEffect(() => {
    if (!entry) return;
    isClosing.current = false;
    setViewed(viewedAt(location, entry));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each opening, also by reload or Forward
  }, [entry]);
  useEffect(() => {
    if (lastSeen) navigate(lastSeen.address, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each photo, whatever `navigate` is
  }, [lastSeen]);

  const open = async () => {
    if (isOpening.current) return;
    isOpening.current = true;
    try {
      await loadViewer();
    } catch {
      void notify('The viewer could not be loaded. Please try again.', { isAlert: true });
      return;
    } finally {
      isOpening.current = false;
    }
    // The visitor has left the page meanwhile.
    if (mountedAddress.current !== address) return;
    navigate(address, { state: { viewer: true, page: location.key } satisfies ViewerEntry });
  };

  const close = () => {
    // A second Escape before the browser has gone back.
    if (isClosing.current) return;
    isClosing.current = true;
    back();
  };

  const turn = (photo: PhotoView, slug: string | undefined) => {
    if (!entry || isClosing.current) return;
    const next = photoAddress(photo, slug);
    setViewed({ page: entry.page, id: photo.id, slug, address: next });
    navigate(next, { replace: true, state: entry });
  };

  return { isOpen, lastSeen, open, close, turn };
}

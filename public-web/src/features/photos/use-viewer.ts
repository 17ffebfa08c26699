import type { PhotoNeighboursView, PhotoView } from '@portfolio/contracts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addressOf, useNavigation } from '../../app/router/navigation.ts';
import { notify } from '../../app/layout/toasts.tsx';
import { viewerCode } from './viewer-code.ts';
import { photoAddress } from './photo-address.ts';

/** What an entry of the browser's history says for which the viewer lies over the page. */
interface ViewerEntry {
  viewer: true;
  /** The key of the entry of the page under it. */
  page: string;
}

/** The photo that the viewer has turned to, while the entry under it still has the one that it was opened from. */
interface Turned {
  page: string;
  id: number;
  slug: string;
  address: string;
}

const entryOf = (state: unknown) =>
  (state as Partial<ViewerEntry> | null)?.viewer === true ? (state as ViewerEntry) : undefined;

const neverChanges = () => () => undefined;

/**
 * The viewer as the browser's history knows it: an entry of its own after that of the page, so that Back closes it.
 *
 * It turns to other photos within its entry. Who closes it is back at the page from which she came, which is then made that
 * of the photo seen last: `left` names it until the address does too.
 */
export function useViewer() {
  const { location, navigate, back } = useNavigation();
  const [turned, setTurned] = useState<Turned>();
  const isClosing = useRef(false);
  /** Undefined when the page has gone. */
  const here = useRef<string>(undefined);
  const address = addressOf(location);
  const stated = entryOf(location.state);
  // A page that is loaded with its viewer open comes to life as the server made it, which knows nothing of the viewer.
  const isOpen = useSyncExternalStore(
    neverChanges,
    () => stated !== undefined,
    () => false,
  );
  const entry = isOpen ? stated : undefined;
  const left = !entry && turned?.page === location.key && turned.address !== address ? turned : undefined;

  useEffect(() => {
    here.current = address;
    return () => void (here.current = undefined);
  }, [address]);
  useEffect(() => {
    if (entry) isClosing.current = false;
  }, [entry]);
  useEffect(() => {
    if (left) navigate(left.address, { replace: true });
    // Once for each; it does not matter that `go` is another function after a change of place.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [left]);

  const open = async () => {
    try {
      await viewerCode.fetch();
    } catch {
      void notify('The viewer could not be loaded. Please try again.', { isAlert: true });
      return;
    }
    // It took a while, and somebody has gone on meanwhile.
    if (here.current !== address) return;
    setTurned(undefined);
    navigate(address, { state: { viewer: true, page: location.key } satisfies ViewerEntry });
  };

  const close = () => {
    // Escape may be pressed twice before the browser has gone back once.
    if (isClosing.current) return;
    isClosing.current = true;
    back();
  };

  const turn = (photo: PhotoView, gallery: PhotoNeighboursView['gallery']) => {
    if (!entry || isClosing.current) return;
    const next = photoAddress(photo, gallery);
    setTurned({ page: entry.page, id: photo.id, slug: gallery.slug, address: next });
    navigate(next, { replace: true, state: entry });
  };

  return { isOpen, left, open, close, turn };
}

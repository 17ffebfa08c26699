import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { NO_FILTER, parseFilter, withFilter, type PhotoFilter } from './photo-filter.ts';

/** Milliseconds of debounce for the search. */
const TYPING_PAUSE = 250;

export interface PhotoFilterState {
  /** With the search as typed. */
  filter: PhotoFilter;
  /** From the address: the search is debounced. */
  settled: PhotoFilter;
  /** Untrimmed text of the search field. */
  typed: string;
  type: (typed: string) => void;
  choose: (changes: Partial<PhotoFilter>) => void;
  /** Resets everything but the order. */
  clear: () => void;
}

/** Filter in the address. Changes replace the history entry, so that Back leaves the page. */
export function usePhotoFilter(): PhotoFilterState {
  const [address, setAddress] = useSearchParams();
  const settled = parseFilter(address);
  const [typed, type] = useState(settled.search);
  const [seen, setSeen] = useState(settled.search);
  const [written, setWritten] = useState(settled.search);
  const filter = { ...settled, search: typed.trim() };

  // Links and Back change the address too: then the search field follows. This page's own writes are ignored.
  if (settled.search !== seen) {
    setSeen(settled.search);
    if (settled.search !== written) {
      type(settled.search);
      setWritten(settled.search);
    }
  }

  const write = (next: PhotoFilter) => {
    setWritten(next.search);
    setAddress((before) => withFilter(next, before), { replace: true, preventScrollReset: true });
  };
  const writeTyped = useEffectEvent(() => write(filter));

  useEffect(() => {
    // The address may lag behind: a second write would overwrite other changes made meanwhile.
    if (typed.trim() === settled.search || typed.trim() === written) return;
    const timer = setTimeout(writeTyped, TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [typed, settled.search, written]);

  return {
    filter,
    settled,
    typed,
    type,
    choose: (changes) => write({ ...filter, ...changes }),
    clear: () => {
      type('');
      write({ ...NO_FILTER, sort: settled.sort });
    },
  };
}

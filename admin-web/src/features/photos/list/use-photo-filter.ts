import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { filterOfAddress, NO_FILTER, toAddress, type PhotoFilter } from './photo-filter.ts';

/** Milliseconds without another key until a search goes into the address, and to the server. */
const TYPING_PAUSE = 250;

export interface PhotoFilterState {
  /** As it is typed and chosen at this moment. */
  filter: PhotoFilter;
  /** As the address says it, a little later than what is typed. */
  settled: PhotoFilter;
  /** What stands in the search field, blanks and all. */
  typed: string;
  type: (typed: string) => void;
  choose: (changes: Partial<PhotoFilter>) => void;
  /** Shows all, in the same order. */
  clear: () => void;
}

/** The filter that the address holds. It replaces itself there, so that the way back leads to the page before. */
export function usePhotoFilter(): PhotoFilterState {
  const [address, setAddress] = useSearchParams();
  const settled = filterOfAddress(address);
  const [typed, type] = useState(settled.search);
  const [seen, setSeen] = useState(settled.search);
  const [written, setWritten] = useState(settled.search);
  const filter = { ...settled, search: typed.trim() };

  // The way back and links change the address from outside; what was written there by this page is what was typed before.
  if (settled.search !== seen) {
    setSeen(settled.search);
    if (settled.search !== written) {
      type(settled.search);
      setWritten(settled.search);
    }
  }

  const write = (next: PhotoFilter) => {
    setWritten(next.search);
    setAddress((before) => toAddress(next, before), { replace: true, preventScrollReset: true });
  };
  const writeTyped = useEffectEvent(() => write(filter));

  useEffect(() => {
    // An address may follow late: what has been written to it is not written again, over what was chosen meanwhile.
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

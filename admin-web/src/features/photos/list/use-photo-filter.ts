import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseFilter, withFilter, type PhotoFilter } from './photo-filter.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../app/use-debounced-value.ts';

export type PhotoFilterState = ReturnType<typeof usePhotoFilter>;

/** Filter in the address. Changes replace the history entry, so that Back leaves the page. */
export function usePhotoFilter() {
  const [address, setAddress] = useSearchParams();
  const debouncedFilter = useMemo(() => parseFilter(address), [address]);
  const { search = '' } = debouncedFilter;
  const [typed, type] = useState(search);
  const [seen, setSeen] = useState(search);
  const [written, setWritten] = useState(search);
  const filter = useMemo(() => ({ ...debouncedFilter, search: typed.trim() || undefined }), [debouncedFilter, typed]);

  // Links and Back change the address too: then the search field follows. This page's own writes are ignored.
  if (search !== seen) {
    setSeen(search);
    if (search !== written) {
      type(search);
      setWritten(search);
    }
  }

  const write = (next: PhotoFilter) => {
    setWritten(next.search ?? '');
    setAddress((before) => withFilter(next, before), { replace: true, preventScrollReset: true });
  };
  const writeTyped = useEffectEvent(() => write(filter));

  useEffect(() => {
    // The address may lag behind: a second write would overwrite other changes made meanwhile.
    if (typed.trim() === search || typed.trim() === written) return;
    const timer = setTimeout(writeTyped, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, search, written]);

  return {
    /** Filter with the current search, trimmed and not debounced. */
    filter,
    /** Filter in the address, with the debounced search. */
    debouncedFilter,
    /** Untrimmed text of the search field. */
    typed,
    type,
    choose: (changes: Partial<PhotoFilter>) => write({ ...filter, ...changes }),
    /** Resets everything but the order. */
    clear: () => {
      type('');
      write({ sort: debouncedFilter.sort });
    },
  };
}

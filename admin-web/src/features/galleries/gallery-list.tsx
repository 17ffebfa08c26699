import { Notice, TextField } from '@portfolio/ui';
import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../app/format-number.ts';
import styles from './gallery-list.module.css';
import { GalleryTable, type GalleryTableProps } from './gallery-table.tsx';

/** Number of galleries above which there is a search field. */
const MAX_WITHOUT_SEARCH = 20;

/** Table of galleries, with a search for many. */
export function GalleryList({ galleries, ...actions }: GalleryTableProps) {
  const [search, setSearch] = useState('');
  // The field stays when few are left, so that it can be cleared.
  const [isSearchable, setSearchable] = useState(false);
  if (!isSearchable && galleries.length > MAX_WITHOUT_SEARCH) setSearchable(true);
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const found = galleries.filter(({ title, slug }) => title.toLowerCase().includes(wanted) || slug.includes(wanted));
  return (
    <>
      {isSearchable && (
        <div className={styles.bar}>
          <TextField
            label="Search galleries"
            type="search"
            placeholder="Title or URL Identifier"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <p role="status" className={styles.count}>
            {formatCount(found.length, 'gallery', 'galleries')}
          </p>
        </div>
      )}
      {found.length > 0 ? (
        <GalleryTable galleries={found} {...actions} />
      ) : (
        <Notice title="No galleries found">Try other words.</Notice>
      )}
    </>
  );
}

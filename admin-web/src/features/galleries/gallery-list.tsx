import { Notice, TextField } from '@portfolio/ui';
import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../app/format-number.ts';
import styles from './gallery-list.module.css';
import { GalleryTable, type GalleryTableProps } from './gallery-table.tsx';

/** Galleries that are found at a glance. */
const FEW = 20;

/** The table of galleries, with a search where there are, or were, many. */
export function GalleryList({ galleries, ...actions }: GalleryTableProps) {
  const [search, setSearch] = useState('');
  // It stays, or what is written in it could not be emptied once few are left.
  const [isSearchable, setSearchable] = useState(false);
  if (!isSearchable && galleries.length > FEW) setSearchable(true);
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

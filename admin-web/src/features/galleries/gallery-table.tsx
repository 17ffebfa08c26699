import type { GalleryView } from '@portfolio/contracts';
import { Badge, Icon } from '@portfolio/ui';
import { useAdmin } from '../../app/admin-context.ts';
import styles from './gallery-table.module.css';

/** Galleries in rows, which become cards on a phone. The roles are written out, since such a layout loses them. */
export function GalleryTable({ galleries }: { galleries: GalleryView[] }) {
  return (
    <table role="table" className={styles.table} aria-label="Galleries">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader">Title</th>
          <th role="columnheader">URL Identifier</th>
          <th role="columnheader">Status</th>
          <th role="columnheader">Photos</th>
          <th role="columnheader">Actions</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {galleries.map((gallery) => (
          <GalleryRow key={gallery.id} gallery={gallery} />
        ))}
      </tbody>
    </table>
  );
}

function GalleryRow({ gallery }: { gallery: GalleryView }) {
  const { api, paths } = useAdmin();
  return (
    <tr role="row">
      <td role="cell" className={styles.title}>
        {gallery.preview_image ? (
          <img className={styles.cover} src={api.fileAddress(gallery.preview_image)} alt="" loading="lazy" />
        ) : (
          <span className={styles.cover} />
        )}
        {gallery.title}
      </td>
      <td role="cell" className={styles.slug}>
        {gallery.slug}
      </td>
      <td role="cell">
        <Badge tone={gallery.is_active ? 'good' : 'quiet'}>{gallery.is_active ? 'Active' : 'Inactive'}</Badge>
      </td>
      <td role="cell" className={styles.count} data-unit={gallery.photo_count === 1 ? 'photo' : 'photos'}>
        {gallery.photo_count}
      </td>
      <td role="cell" className={styles.actions}>
        <a
          className={styles.view}
          href={paths.publicGallery(gallery.slug)}
          target="_blank"
          rel="noopener"
          aria-label={`View ${gallery.title}`}
          title="View in a new tab"
        >
          <Icon name="external" />
        </a>
      </td>
    </tr>
  );
}

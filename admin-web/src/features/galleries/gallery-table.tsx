import type { GalleryView } from '@portfolio/contracts';
import { Badge, Icon, IconButton, Switch } from '@portfolio/ui';
import { memo } from 'react';
import { useAdmin } from '../../app/layout/admin-context.ts';
import { Cell, Row, Table } from '../../app/table/table.tsx';
import styles from './gallery-table.module.css';
import { useSwitchGallery } from './use-switch-gallery.ts';

export interface GalleryTableProps {
  galleries: GalleryView[];
  onEdit: (gallery: GalleryView) => void;
  onDelete: (gallery: GalleryView) => void;
}

/** Galleries in rows, and what can be done with each. */
export function GalleryTable({ galleries, onEdit, onDelete }: GalleryTableProps) {
  return (
    <Table label="Galleries" columns={['Title', 'URL Identifier', 'Status', 'Photos', 'Actions']}>
      {galleries.map((gallery) => (
        <GalleryRow key={gallery.id} gallery={gallery} onEdit={onEdit} onDelete={onDelete} />
      ))}
    </Table>
  );
}

interface GalleryRowProps extends Omit<GalleryTableProps, 'galleries'> {
  gallery: GalleryView;
}

const GalleryRow = memo(function GalleryRow({ gallery, onEdit, onDelete }: GalleryRowProps) {
  const { api, paths } = useAdmin();
  const switchTo = useSwitchGallery(gallery.id);
  const { title, slug, is_active, photo_count, preview_image } = gallery;
  return (
    <Row>
      <Cell kind="main">
        <span className={styles.title}>
          <span className={styles.cover}>
            {preview_image && <img src={api.fileAddress(preview_image)} alt="" loading="lazy" />}
          </span>
          <bdi>{title}</bdi>
        </span>
      </Cell>
      <Cell label="URL Identifier">
        <span className={styles.slug}>{slug}</span>
      </Cell>
      <Cell label="Status">
        <span className={styles.status}>
          <Switch label={`${title} is active`} isLabelHidden checked={is_active} onChange={switchTo} />
          <Badge tone={is_active ? 'good' : 'quiet'}>{is_active ? 'Active' : 'Inactive'}</Badge>
        </span>
      </Cell>
      <Cell label="Photos">
        <span className={styles.count}>{photo_count}</span>
      </Cell>
      <Cell kind="actions">
        <span className={styles.actions}>
          <a
            className={styles.view}
            href={paths.publicGallery(slug)}
            target="_blank"
            rel="noopener"
            aria-label={`View ${title} in a new tab`}
            title="View in a new tab"
          >
            <Icon name="external" />
          </a>
          <IconButton label={`Edit ${title}`} icon="edit" onClick={() => onEdit(gallery)} />
          <IconButton label={`Delete ${title}`} icon="trash" onClick={() => onDelete(gallery)} />
        </span>
      </Cell>
    </Row>
  );
});

import type { PhotoView } from '@portfolio/contracts';
import { Badge, formatPrice, Icon, IconButton } from '@portfolio/ui';
import { memo, use } from 'react';
import { SiteFormatsContext } from '../../../app/date-time.tsx';
import styles from './photo-card.module.css';
import { PhotoTile } from './photo-tile.tsx';

/** Stable callbacks, shared by all cards. */
export interface PhotoActions {
  edit: (id: number) => void;
  remove: (photo: PhotoView) => void;
  /** @param isRange whether to select all from the last selected photo on */
  select: (id: number, isRange: boolean) => void;
}

export interface PhotoCardProps {
  photo: PhotoView;
  isSelected: boolean;
  /** Whether any photo is selected: a click on the picture then selects it. */
  isSelecting: boolean;
  /** Whether visitors cannot see it, for its visibility or its galleries. */
  isHidden: boolean;
  /** Whether the image loads at once. */
  isEager: boolean;
  actions: PhotoActions;
}

/** One photo of the grid. All cards have one height. */
export const PhotoCard = memo(function PhotoCard(props: PhotoCardProps) {
  const { photo, isSelected, isSelecting, isHidden, isEager, actions } = props;
  const { language = 'en' } = use(SiteFormatsContext) ?? {};
  const others = photo.galleries.filter(({ id }) => id !== photo.gallery_id).map(({ title }) => title);
  return (
    <div className={isSelected ? `${styles.card} ${styles.selected}` : styles.card}>
      <div className={styles.tile}>
        <PhotoTile
          photo={photo}
          isEager={isEager}
          onClick={(isRange) => (isSelecting ? actions.select(photo.id, isRange) : actions.edit(photo.id))}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`Select ${photo.title}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => actions.select(photo.id, (nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
        <p className={styles.badges}>
          {isHidden ? <Badge>Hidden</Badge> : photo.visibility === 'unlisted' && <Badge>Unlisted</Badge>}
          {photo.is_for_sale && <Badge tone="accent">For Sale</Badge>}
        </p>
      </div>
      <div className={styles.line}>
        <h2 className={styles.title} title={photo.title} dir="auto">
          {photo.title}
        </h2>
        <IconButton label={`Edit ${photo.title}`} icon="edit" onClick={() => actions.edit(photo.id)} />
        <IconButton label={`Delete ${photo.title}`} icon="trash" onClick={() => actions.remove(photo)} />
      </div>
      <p className={styles.description} dir="auto">
        {photo.description}
      </p>
      <p className={styles.facts}>
        {photo.selling_price !== null && (
          <span className={styles.price}>{formatPrice(photo.selling_price, language)}</span>
        )}
        <span className={styles.gallery} dir="auto">
          {photo.gallery_name ?? 'No Gallery'}
        </span>
        {others.length > 0 && (
          <span title={others.join(', ')}>
            +{others.length}
            <span className="visually-hidden"> more: {others.join(', ')}</span>
          </span>
        )}
        {photo.comment_count > 0 && (
          <span className={styles.comments}>
            <Icon name="comments" size={14} /> {photo.comment_count}
            <span className="visually-hidden"> {photo.comment_count === 1 ? 'comment' : 'comments'}</span>
          </span>
        )}
      </p>
    </div>
  );
});

/** Placeholder of the size of a card. */
export function PhotoSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.tile} data-tile />
      <div className={styles.line}>
        <span className={styles.bar} />
      </div>
      <p className={styles.description} />
      <p className={styles.facts}>
        <span className={styles.bar} />
      </p>
    </div>
  );
}

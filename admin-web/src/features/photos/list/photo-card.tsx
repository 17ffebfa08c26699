import { failureMessage, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Badge, Button, formatPrice, Icon, IconButton, Picture, Progress, Spinner } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, use, useMemo, type MouseEvent as ReactMouseEvent } from 'react';
import toast from 'react-hot-toast';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { SiteFormatsContext } from '../../../app/date-time.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { retryRender, useRenderProgress } from '../cache/render-progress.ts';
import styles from './photo-card.module.css';

/** Pixels of the widest useful rendition, at twice the density. */
const MAX_WIDTH = 1080;
/** Width to height of the picture area. */
const ASPECT_RATIO = 4 / 3;

/** Stable callbacks, shared by all cards. */
export interface PhotoActions {
  edit: (id: number) => void;
  remove: (photo: PhotoView) => void;
  /** @param isRange whether to toggle all photos from the last toggled one to this one */
  toggle: (id: number, isRange: boolean) => void;
}

interface PhotoCardProps {
  photo: PhotoView;
  isSelected: boolean;
  /** Whether any photo is selected: a click on the picture then selects it. */
  isSelecting: boolean;
  /** Why visitors cannot see it; undefined if they can. */
  hiddenReason: string | undefined;
  /** Whether the image loads at once. */
  isEager: boolean;
  actions: PhotoActions;
}

/** One photo of the grid. */
export const PhotoCard = memo(function PhotoCard(props: PhotoCardProps) {
  const { photo, isSelected, isSelecting, hiddenReason, isEager, actions } = props;
  const { language = 'en' } = use(SiteFormatsContext) ?? {};
  const visibility = hiddenReason ?? (photo.visibility === 'unlisted' && 'Unlisted');
  const others = photo.galleries.filter(({ id }) => id !== photo.gallery_id).map(({ title }) => title);
  return (
    <div className={isSelected ? `${styles.card} ${styles.selected}` : styles.card}>
      <div className={styles.tile}>
        <PhotoTile
          photo={photo}
          isEager={isEager}
          onClick={(isRange) => (isSelecting ? actions.toggle(photo.id, isRange) : actions.edit(photo.id))}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`Select ${photo.title}`}
            checked={isSelected}
            onChange={({ nativeEvent }) => actions.toggle(photo.id, (nativeEvent as MouseEvent).shiftKey)}
          />
        </label>
        <p className={styles.badges}>
          {visibility && <Badge>{visibility}</Badge>}
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
      {photo.description && (
        <p className={styles.description} dir="auto">
          {photo.description}
        </p>
      )}
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

/** Placeholder of the size of a card. The grid measures it. */
export function PhotoSkeleton() {
  return (
    <div className={styles.card} aria-hidden="true">
      <div className={styles.tile} data-picture-area />
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

interface PhotoTileProps {
  photo: PhotoView;
  isEager: boolean;
  /** For the mouse only: the card's buttons do the same. @param isRange whether Shift was held */
  onClick: (isRange: boolean) => void;
}

/** The uncropped picture of a photo, or its status. */
function PhotoTile({ photo, isEager, onClick }: PhotoTileProps) {
  const { api } = useAdmin();
  const picture = useMemo(() => cardPicture(api, photo), [api, photo]);

  if (photo.status === 'processing') return <ProcessingPhoto photo={photo} picture={picture} />;
  if (photo.status === 'failed') return <FailedPhoto photo={photo} />;
  if (picture.renditions.length === 0) return <p className={styles.noImage}>No Image</p>;
  return <WholePicture picture={picture} isEager={isEager} onClick={({ shiftKey }) => onClick(shiftKey)} />;
}

interface WholePictureProps {
  picture: CardPicture;
  isEager: boolean;
  onClick?: (event: ReactMouseEvent) => void;
}

function WholePicture({ picture, isEager, onClick }: WholePictureProps) {
  const { width, height } = picture;
  const ratio = width && height ? width / height : ASPECT_RATIO;
  return (
    <div className={styles.frame} onClick={onClick}>
      <div style={{ inlineSize: `${Math.min(1, ratio / ASPECT_RATIO) * 100}%`, aspectRatio: ratio }}>
        <Picture picture={picture} sizes="20rem" loading={isEager ? 'eager' : 'lazy'} className={styles.picture} />
      </div>
    </div>
  );
}

type CardPicture = ReturnType<typeof cardPicture>;

/** Absolute addresses, without unused sizes, and without the title, which the card shows. */
function cardPicture(api: Api, { title, alt_text, width, height, placeholder, renditions }: PhotoView) {
  return {
    title: '',
    alt_text: alt_text === title ? null : alt_text,
    width,
    height,
    placeholder,
    renditions: renditions
      .filter((rendition) => rendition.width <= MAX_WIDTH)
      .map((rendition) => ({ ...rendition, url: api.fileAddress(rendition.url) })),
  };
}

/** Progress, over the smallest rendition once it exists. */
function ProcessingPhoto({ photo, picture }: { photo: PhotoView; picture: CardPicture }) {
  const percent = useRenderProgress(photo.id);
  const hasPicture = picture.renditions.length > 0;
  return (
    <div className={hasPicture ? `${styles.processing} ${styles.partial}` : styles.processing}>
      {hasPicture && <WholePicture picture={picture} isEager={true} />}
      <p>
        <Spinner size="small" label={null} /> Processing
      </p>
      {percent !== undefined && <Progress label={`Preparing ${photo.title}`} value={percent / 100} />}
    </div>
  );
}

function FailedPhoto({ photo }: { photo: PhotoView }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: () => retryRender(api, queryClient, photo.id),
    meta: { changedIds: () => [photo.id] },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
    onError: (error) => toast.error(failureMessage(error, 'An unexpected error occurred')),
  });
  return (
    <div className={styles.failure}>
      <p title={photo.failure ?? undefined}>{photo.failure ?? 'The photo couldn’t be processed'}</p>
      <Button
        ref={passFocus}
        icon="retry"
        aria-label={`Retry ${photo.title}`}
        busy={retry.isPending}
        busyLabel="Retrying..."
        onClick={() => retry.mutate()}
      >
        Retry
      </Button>
    </div>
  );
}

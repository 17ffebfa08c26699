import { failureMessage, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Picture, Progress, Spinner } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type MouseEvent } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './photo-card.module.css';
import { useRenderProgress } from '../cache/render-progress.ts';
import { prepareAgain } from '../cache/retry-photo.ts';

/** Pixels of the widest rendition that a card can use, at twice the density. */
const WIDEST = 1080;
/** Width to height of the room for a picture. */
const ROOM = 4 / 3;

export interface PhotoTileProps {
  photo: PhotoView;
  isEager: boolean;
  /** A short way for the mouse; the card's buttons do the same. Told whether Shift was held. */
  onClick: (isRange: boolean) => void;
}

/** The picture of a photo whole, or why there is none. */
export function PhotoTile({ photo, isEager, onClick }: PhotoTileProps) {
  const { api } = useAdmin();
  const picture = useMemo(() => onCard(api, photo), [api, photo]);
  const click = ({ shiftKey }: MouseEvent) => onClick(shiftKey);

  if (photo.status === 'processing') return <ProcessingPhoto photo={photo} picture={picture} />;
  if (photo.status === 'failed') return <FailedPhoto photo={photo} />;
  if (picture.renditions.length === 0 && photo.large_thumbnail_url) {
    const source = api.fileAddress(photo.large_thumbnail_url);
    return <img className={styles.image} src={source} alt={picture.alt_text ?? ''} loading="lazy" onClick={click} />;
  }
  if (picture.renditions.length === 0) return <p className={styles.noImage}>No Image</p>;
  return <Whole picture={picture} isEager={isEager} onClick={click} />;
}

interface WholeProps {
  picture: CardPicture;
  isEager: boolean;
  onClick?: (event: MouseEvent) => void;
}

/** The picture with all that is on it, however long or tall. */
function Whole({ picture, isEager, onClick }: WholeProps) {
  const { width, height } = picture;
  const ratio = width && height ? width / height : ROOM;
  return (
    <div className={styles.room} onClick={onClick}>
      <div style={{ inlineSize: `${Math.min(1, ratio / ROOM) * 100}%`, aspectRatio: ratio }}>
        <Picture picture={picture} sizes="20rem" eager={isEager} className={styles.picture} />
      </div>
    </div>
  );
}

type CardPicture = ReturnType<typeof onCard>;

/** The picture with whole addresses, without sizes that no card needs, and without the title, which names the card. */
function onCard(api: Api, { title, alt_text, width, height, placeholder, renditions }: PhotoView) {
  return {
    title: '',
    alt_text: alt_text === title ? null : alt_text,
    width,
    height,
    placeholder,
    renditions: renditions
      .filter((rendition) => rendition.width <= WIDEST)
      .map((rendition) => ({ ...rendition, url: api.fileAddress(rendition.url) })),
  };
}

/** How far a photo is, over the small picture that there is of it before the others. */
function ProcessingPhoto({ photo, picture }: { photo: PhotoView; picture: CardPicture }) {
  const percent = useRenderProgress(photo.id);
  const hasPicture = picture.renditions.length > 0;
  return (
    <div className={hasPicture ? `${styles.processing} ${styles.early}` : styles.processing}>
      {hasPicture && <Whole picture={picture} isEager={true} />}
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
    mutationFn: () => prepareAgain(api, queryClient, photo.id),
    meta: { ids: () => [photo.id] },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
    onError: (error) => toast.error(failureMessage(error, 'An unexpected error occurred')),
  });
  return (
    <div className={styles.failure}>
      <p title={photo.failure ?? undefined}>{photo.failure ?? 'The photo couldn’t be processed'}</p>
      <Button
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

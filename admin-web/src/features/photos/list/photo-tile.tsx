import { failureMessage, type Api } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Button, Picture, Progress, Spinner } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, type MouseEvent } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { retryRender, useRenderProgress } from '../cache/render-progress.ts';
import styles from './photo-card.module.css';

/** Pixels of the widest useful rendition, at twice the density. */
const MAX_WIDTH = 1080;
/** Width to height of the picture area. */
const ASPECT_RATIO = 4 / 3;

export interface PhotoTileProps {
  photo: PhotoView;
  isEager: boolean;
  /** For the mouse only: the card's buttons do the same. @param isRange whether Shift was held */
  onClick: (isRange: boolean) => void;
}

/** The uncropped picture of a photo, or its status. */
export function PhotoTile({ photo, isEager, onClick }: PhotoTileProps) {
  const { api } = useAdmin();
  const picture = useMemo(() => cardPicture(api, photo), [api, photo]);
  const click = ({ shiftKey }: MouseEvent) => onClick(shiftKey);

  if (photo.status === 'processing') return <ProcessingPhoto photo={photo} picture={picture} />;
  if (photo.status === 'failed') return <FailedPhoto photo={photo} />;
  if (picture.renditions.length === 0 && photo.large_thumbnail_url) {
    const source = api.fileAddress(photo.large_thumbnail_url);
    return <img className={styles.image} src={source} alt={picture.alt_text ?? ''} loading="lazy" onClick={click} />;
  }
  if (picture.renditions.length === 0) return <p className={styles.noImage}>No Image</p>;
  return <WholePicture picture={picture} isEager={isEager} onClick={click} />;
}

interface WholePictureProps {
  picture: CardPicture;
  isEager: boolean;
  onClick?: (event: MouseEvent) => void;
}

function WholePicture({ picture, isEager, onClick }: WholePictureProps) {
  const { width, height } = picture;
  const ratio = width && height ? width / height : ASPECT_RATIO;
  return (
    <div className={styles.frame} onClick={onClick}>
      <div style={{ inlineSize: `${Math.min(1, ratio / ASPECT_RATIO) * 100}%`, aspectRatio: ratio }}>
        <Picture picture={picture} sizes="20rem" eager={isEager} className={styles.picture} />
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

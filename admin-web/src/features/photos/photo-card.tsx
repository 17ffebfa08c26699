import { deletePhoto, failureMessage, retryPhoto } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { Badge, Button, ConfirmDialog, formatPrice, IconButton, Spinner } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../app/admin-context.ts';
import styles from './photo-card.module.css';
import { refreshPhotos } from './refresh-photos.ts';

/** One photo with what an administrator wants to know of it at a glance. */
export function PhotoCard({ photo }: { photo: PhotoView }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const retry = useMutation({
    mutationFn: () => retryPhoto(api, photo.id),
    onError: (error) => toast.error(failureMessage(error, 'An unexpected error occurred')),
    onSettled: () => refreshPhotos(queryClient),
  });
  const removal = useMutation({
    mutationFn: () => deletePhoto(api, photo.id),
    onSuccess: () => {
      toast.success('Photo deleted successfully!');
      return refreshPhotos(queryClient);
    },
    onError: (error) => toast.error(failureMessage(error, 'Failed to delete photo', 'An unexpected error occurred')),
    onSettled: () => setAsking(false),
  });

  return (
    <li className={styles.card} aria-label={photo.title}>
      <div className={styles.tile}>
        <PhotoImage photo={photo} />
        {photo.is_for_sale && (
          <span className={styles.badge}>
            <Badge tone="accent">For Sale</Badge>
          </span>
        )}
      </div>
      <div className={styles.line}>
        <h2 className={styles.title}>{photo.title}</h2>
        <IconButton label={`Delete ${photo.title}`} icon="trash" onClick={() => setAsking(true)} />
      </div>
      {photo.description && <p className={styles.description}>{photo.description}</p>}
      <p className={styles.facts}>
        {photo.selling_price !== null && <span className={styles.price}>{formatPrice(photo.selling_price)}</span>}
        <span>{photo.gallery_name ?? 'No Gallery'}</span>
      </p>
      {photo.status === 'failed' && (
        <div className={styles.failure}>
          <p>{photo.failure ?? 'The photo could not be prepared'}</p>
          <Button icon="retry" busy={retry.isPending} busyLabel="Retrying..." onClick={() => retry.mutate()}>
            Retry
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="Delete photo"
          confirmLabel="Delete"
          busy={removal.isPending}
          busyLabel="Deleting..."
          onConfirm={() => removal.mutate()}
          onClose={() => setAsking(false)}
        >
          Are you sure you want to delete this photo?
        </ConfirmDialog>
      )}
    </li>
  );
}

function PhotoImage({ photo }: { photo: PhotoView }) {
  const { api } = useAdmin();
  if (photo.status === 'processing') {
    return (
      <p className={styles.processing}>
        <Spinner size="small" label={null} /> Processing
      </p>
    );
  }
  if (!photo.large_thumbnail_url) return <p className={styles.noImage}>No Image</p>;
  return (
    <img
      className={styles.image}
      src={api.fileAddress(photo.large_thumbnail_url)}
      alt={photo.alt_text ?? ''}
      loading="lazy"
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { forgetDrafts } from '../../../app/forms/contract-form.ts';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { ChosenPhotos } from './files/selected-files.ts';
import { ChosenPhotosContext } from './form/chosen-photos-context.ts';
import { GalleryOrder } from './queue/gallery-order.ts';
import { photoTransfer } from './queue/photo-transfer.ts';
import { isUnderWay } from './queue/queued-upload.ts';
import { refreshPhotos } from '../cache/refresh-photos.ts';
import { throttleAsync } from './queue/throttle-async.ts';
import { UploadQueue } from './queue/upload-queue.ts';
import { UploadQueueContext } from './uploads-context.ts';

/**
 * Keeps uploads going from page to page, and what is chosen for the next. When the session ends they stop and wait in memory,
 * and go on when the same person has signed in again.
 */
export function UploadQueueProvider({ children }: { children: ReactNode }) {
  const { session } = useAdmin();
  const queue = useQueue();
  const [chosen] = useState(() => new ChosenPhotos());
  const owner = useRef<number>(undefined);
  const { status, user } = session;

  useEffect(() => {
    if (status === 'signed-out') {
      const waiting = queue.snapshot().uploads.filter(isUnderWay).length;
      if (waiting > 0) toast(`Uploads paused: sign in to continue (${formatPhotoCount(waiting)})`);
      queue.hold();
    }
    if (status === 'signed-in' && user) {
      if (owner.current !== undefined && owner.current !== user.id) {
        queue.clear();
        chosen.clear();
        forgetDrafts();
      }
      owner.current = user.id;
      queue.release();
    }
  }, [queue, chosen, status, user]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.snapshot().uploads.some(isUnderWay)) event.preventDefault();
    };
    const tryAgain = () => queue.retryNow();
    window.addEventListener('beforeunload', warn);
    window.addEventListener('online', tryAgain);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('online', tryAgain);
      queue.clear();
    };
  }, [queue]);

  return (
    <UploadQueueContext value={queue}>
      <ChosenPhotosContext value={chosen}>{children}</ChosenPhotosContext>
    </UploadQueueContext>
  );
}

function useQueue(): UploadQueue {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [queue] = useState(() => {
    const refresh = throttleAsync(() => refreshPhotos(queryClient));
    const order = new GalleryOrder(api);
    return new UploadQueue({
      ...photoTransfer(api, queryClient),
      onDone: refresh,
      onEnd: (uploads) => {
        order
          .keep(uploads)
          .then((hasMoved) => hasMoved && refresh())
          .catch(() => toast.error('Uploaded, but the order was not saved'));
      },
    });
  });
  return queue;
}

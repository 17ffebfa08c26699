import { uploadPhoto } from '@portfolio/api-client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { refreshPhotos } from './refresh-photos.ts';
import { isUnderWay, UploadQueue } from './upload-queue.ts';
import { UploadQueueContext } from './upload-queue-context.ts';
import { UploadTray } from './upload-tray.tsx';

/** Keeps uploads going from page to page, with a tray that shows them. Whoever signs out stops them. */
export function UploadQueueProvider({ children }: { children: ReactNode }) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const [queue] = useState(
    () =>
      new UploadQueue({
        send: (file, details, transfer) => uploadPhoto(api, file, details, transfer),
        onDone: () => void refreshPhotos(queryClient),
      }),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.snapshot().some(isUnderWay)) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      queue.clear();
    };
  }, [queue]);

  return (
    <UploadQueueContext value={queue}>
      {children}
      <UploadTray />
    </UploadQueueContext>
  );
}

import { createContext, use } from 'react';
import type { UploadQueue } from './queue/upload-queue.ts';

export const UploadQueueContext = createContext<UploadQueue | null>(null);

/** The queue of files that go out while the pages stay usable. */
export function useUploadQueue(): UploadQueue {
  const queue = use(UploadQueueContext);
  if (!queue) throw new Error('This component belongs inside UploadQueueProvider');
  return queue;
}

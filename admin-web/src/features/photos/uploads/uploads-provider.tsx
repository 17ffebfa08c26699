import type { Api } from '@portfolio/api-client';
import type { UploadPhoto } from '@portfolio/contracts';
import { createStore, type Store } from '@portfolio/ui';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';
import toast from 'react-hot-toast';
import { formatPhotoCount } from '../../../app/format-number.ts';
import { tokenStore } from '../../../app/data/token-store.ts';
import { deleteDrafts } from '../../../app/forms/contract-form.ts';
import { showActionToast } from '../../../app/layout/action-toast.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { refreshPhotos } from '../cache/photo-cache.ts';
import { canSaveFiles, deleteSavedFiles, deleteSharedFiles, registerShareWorker } from './files/saved-files.ts';
import { galleryOrder } from './queue/gallery-order.ts';
import { photoTransfer } from './queue/photo-transfer.ts';
import { isPending, type QueuedUpload } from './queue/queued-upload.ts';
import { UploadQueue } from './queue/upload-queue.ts';
import { UploadStore } from './queue/upload-store.ts';

/** Files selected for the upload dialog, and not yet in the queue. */
export interface SelectedFiles {
  files: readonly File[];
  /** Input of the form for one file: the gallery applies to all files, the rest to the first. */
  typed: UploadPhoto | undefined;
  /** Keys of those that another app has shared. */
  sharedKeys?: readonly string[];
}

interface Uploads {
  queue: UploadQueue;
  /** Undefined in browsers that cannot save files. */
  store: UploadStore | undefined;
  /** Outlives the end of a session. */
  selection: Store<SelectedFiles>;
}

export const NO_SELECTION: SelectedFiles = { files: [], typed: undefined };

/** Draft of the titles of several files. */
export const TITLES_DRAFT = 'upload-photos';
/** Draft of the duplicates to upload anyway. */
export const FORCED_DRAFT = 'upload-photos forced';

const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('useUploads must be used inside UploadsProvider');
  return uploads;
}

export const useSelectedFiles = (): SelectedFiles => useUploads().selection.use();

/** Clears the selected files and their drafts, and deletes shared ones. */
export function clearSelection({ selection }: Uploads): void {
  deleteDrafts(TITLES_DRAFT);
  deleteDrafts(FORCED_DRAFT);
  deleteSharedFiles(selection.get().sharedKeys ?? []).catch(() => undefined);
  selection.set(NO_SELECTION);
}

/** Milliseconds between two refetches during uploads. */
const REFRESH_INTERVAL_MS = 2_000;

/**
 * Upload queue and file selection of the whole back office. The end of the session pauses the uploads; they resume when
 * the same person signs in again. Saved uploads resume after a reload; signing out deletes the saved files.
 */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { api, paths, session } = useAdmin();
  const queryClient = useQueryClient();
  const [errorToasts] = useState<string[]>([]);
  const [uploads] = useState<Uploads>(() => ({
    queue: createQueue(api, queryClient, errorToasts),
    store: canSaveFiles() ? new UploadStore() : undefined,
    selection: createStore(NO_SELECTION),
  }));
  /** Id of the person of this page's last session; undefined before the first. */
  const owner = useRef<number>(undefined);
  const { status, user } = session;

  useEffect(() => {
    const { queue, store } = uploads;
    if (status === 'signed-out') {
      const isSignOut = tokenStore.wasSignOut();
      queue.pause();
      if (isSignOut) cancelRestored(queue);
      const pending = queue.state.get().uploads.filter(isPending).length;
      if (pending > 0) toast(`Uploads paused: sign in to continue (${formatPhotoCount(pending)})`);
      if (isSignOut) {
        store?.discard();
        // A page opened after the sign-out keeps shared files: they wait for the next sign-in.
        const folders = owner.current === undefined ? (['uploads'] as const) : (['shared', 'uploads'] as const);
        deleteSavedFiles(folders).catch(() => undefined);
      }
    }
    if (status === 'signed-in' && user) {
      if (owner.current !== undefined && owner.current !== user.id) {
        queue.clear();
        for (const id of errorToasts) toast.dismiss(id);
        clearSelection(uploads);
        deleteDrafts();
      }
      owner.current = user.id;
      store?.takeOver(user.id, (restored) => queue.add(restored)).catch(() => undefined);
      queue.resume();
    }
  }, [uploads, errorToasts, status, user]);

  useEffect(() => {
    const { queue, store } = uploads;
    const warn = (event: BeforeUnloadEvent) => {
      const isLost = (upload: QueuedUpload) => isPending(upload) && !store?.isSaved(upload.id);
      if (queue.state.get().uploads.some(isLost)) event.preventDefault();
    };
    const retry = () => queue.retryNow();
    const unsubscribe = queue.state.subscribe(() => store?.sync(queue.state.get().uploads));
    window.addEventListener('beforeunload', warn);
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('beforeunload', warn);
      window.removeEventListener('online', retry);
      unsubscribe();
      queue.clear();
    };
  }, [uploads]);

  useEffect(() => void registerShareWorker(paths.share), [paths]);

  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

/** Cancels unfinished uploads restored from closed tabs or before a reload: a sign-out deletes their files, all copies. */
function cancelRestored(queue: UploadQueue): void {
  const restored = queue.state.get().uploads.filter(({ key, photo }) => key !== undefined && !photo);
  for (const { id } of restored) queue.cancel(id);
  if (restored.length > 0) toast.error(`Not uploaded, choose again: ${formatPhotoCount(restored.length)}`);
}

/** @param errorToasts gets the ids of the toasts that stay */
function createQueue(api: Api, queryClient: QueryClient, errorToasts: string[]): UploadQueue {
  const refresh = throttleAsync(() => refreshPhotos(queryClient), REFRESH_INTERVAL_MS);
  return new UploadQueue({
    ...photoTransfer(api, queryClient),
    onDone: refresh,
    onEnd: galleryOrder(api, {
      onSettled: refresh,
      onFailure: (retry) => {
        const text = 'Uploaded, but the order was not saved';
        if (retry) errorToasts.push(showActionToast({ text, label: 'Try Again', run: retry, isError: true }));
        else toast.error(text);
      },
    }),
  });
}

/** Throttles an async function: calls during a run, or within `interval` milliseconds of its start, cause one more run. */
function throttleAsync(run: () => Promise<unknown>, interval: number): () => void {
  let isRunning = false;
  let isRequested = false;
  const start = async () => {
    isRunning = true;
    isRequested = false;
    const pause = new Promise((resolve) => setTimeout(resolve, interval));
    await Promise.allSettled([run(), pause]);
    isRunning = false;
    if (isRequested) await start();
  };
  return () => {
    isRequested = true;
    if (!isRunning) void start();
  };
}

import type { UploadPhoto } from '@portfolio/contracts';
import type { Store } from '@portfolio/ui';
import { createContext, use } from 'react';
import { forgetDrafts } from '../../../app/forms/contract-form.ts';
import type { UploadQueue } from './queue/upload-queue.ts';

/** Files selected for the upload dialog, and not yet in the queue. */
export interface SelectedFiles {
  files: readonly File[];
  /** Input of the form for one file: the gallery applies to all files, the rest to the first. */
  typed: UploadPhoto | undefined;
}

export interface Uploads {
  queue: UploadQueue;
  /** Outlives the end of a session. */
  selection: Store<SelectedFiles>;
}

export const NO_SELECTION: SelectedFiles = { files: [], typed: undefined };

/** Draft of the titles of several files. */
export const TITLES_DRAFT = 'upload-photos';

export const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('This component belongs inside UploadsProvider');
  return uploads;
}

/** Clears the selected files and their drafts. */
export function clearSelection({ selection }: Uploads): void {
  forgetDrafts(TITLES_DRAFT);
  selection.set(NO_SELECTION);
}

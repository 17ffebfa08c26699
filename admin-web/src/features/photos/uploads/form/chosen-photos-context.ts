import { createContext, use } from 'react';
import type { ChosenPhotos } from '../files/selected-files.ts';

export const ChosenPhotosContext = createContext<ChosenPhotos | null>(null);

/** The files that have been chosen and not yet sent. */
export function useChosenPhotos(): ChosenPhotos {
  const chosen = use(ChosenPhotosContext);
  if (!chosen) throw new Error('This component belongs inside UploadQueueProvider');
  return chosen;
}

import type { UploadPhoto } from '@portfolio/contracts';
import { forgetDrafts } from '../../../../app/forms/contract-form.ts';

/** Under which name the titles of several are kept when the session ends. */
export const TITLES_DRAFT = 'upload-photos';

export interface Chosen {
  files: readonly File[];
  /** What was typed while there was one file: its gallery is for all, the rest for the first. */
  typed: UploadPhoto | undefined;
}

const NONE: Chosen = { files: [], typed: undefined };

/** The files that the upload dialog is about. Kept beside the pages, so that they outlive the end of a session. */
export class ChosenPhotos {
  private state = NONE;
  private readonly listeners = new Set<() => void>();

  /** The same object until something changes. */
  snapshot = (): Chosen => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  choose(files: readonly File[], typed?: UploadPhoto): void {
    this.set({ files, typed });
  }

  /** Also of what was typed about them. */
  clear(): void {
    forgetDrafts(TITLES_DRAFT);
    if (this.state !== NONE) this.set(NONE);
  }

  private set(state: Chosen): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

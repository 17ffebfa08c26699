import type { ComponentType } from 'react';
import type { ViewerProps } from './viewer/viewer.tsx';

/** The viewer's code, which is fetched when somebody is about to want it. */
export const viewerCode = {
  /** Undefined until it has been fetched. */
  Viewer: undefined as ComponentType<ViewerProps> | undefined,

  /** Fetches it, once. After a failure the next call tries again. */
  async fetch(): Promise<void> {
    viewerCode.Viewer ??= (await import('./viewer/viewer.tsx')).Viewer;
  },

  /** Fetches it ahead; whether that works is seen when it is wanted. */
  warm: (): void => void viewerCode.fetch().catch(() => undefined),
};

import type { ComponentType } from 'react';
import type { ViewerProps } from './viewer/viewer.tsx';

/** The viewer's code, which is fetched when somebody is about to want it. */
class ViewerCode {
  /** Undefined until it has been fetched. */
  Viewer: ComponentType<ViewerProps> | undefined;
  private fetching: Promise<void> | undefined;

  /** Fetches it, once. After a failure the next call tries again. */
  fetch(): Promise<void> {
    this.fetching ??= import('./viewer/viewer.tsx')
      .then((module) => void (this.Viewer = module.Viewer))
      .catch((error: unknown) => {
        this.fetching = undefined;
        throw error;
      });
    return this.fetching;
  }

  /** Fetches it ahead; whether that works is seen when it is wanted. */
  warm = (): void => void this.fetch().catch(() => undefined);
}

export const viewerCode = new ViewerCode();

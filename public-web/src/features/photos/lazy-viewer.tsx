import { useEffect, useReducer, type ComponentType } from 'react';
import type { ViewerProps } from './viewer/viewer.tsx';

/** The viewer's component, loaded on demand. */
let Viewer: ComponentType<ViewerProps> | undefined;

/** Loads the viewer's code once. After a failure the next call tries again. */
export async function loadViewer(): Promise<void> {
  Viewer ??= (await import('./viewer/viewer.tsx')).Viewer;
}

export const preloadViewer = (): void => void loadViewer().catch(() => undefined);

/** The viewer, once its code is loaded: a page reloaded with an open viewer hydrates without it. */
export function LazyViewer(props: ViewerProps) {
  const [, rerender] = useReducer((times: number) => times + 1, 0);
  const { onClose } = props;
  useEffect(() => {
    if (!Viewer) void loadViewer().then(rerender, onClose);
    // oxlint-disable-next-line react/exhaustive-deps -- loads once; a failure closes the viewer
  }, []);
  return Viewer ? <Viewer {...props} /> : null;
}

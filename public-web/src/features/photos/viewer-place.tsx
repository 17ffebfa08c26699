import { useEffect, useReducer } from 'react';
import { viewerCode } from './viewer-code.ts';
import type { ViewerProps } from './viewer/viewer.tsx';

/**
 * The viewer, once its code is there. A page that is loaded with its viewer open, after a reload, fetches it only after the
 * page came to life: the server knows nothing of it.
 */
export function ViewerPlace(props: ViewerProps) {
  const [, showAgain] = useReducer((times: number) => times + 1, 0);
  const { onClose } = props;
  useEffect(() => {
    if (!viewerCode.Viewer) void viewerCode.fetch().then(showAgain, onClose);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it is fetched once; after a failure the viewer goes away
  }, []);
  return viewerCode.Viewer ? <viewerCode.Viewer {...props} /> : null;
}

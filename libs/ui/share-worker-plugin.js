import { readFileSync } from 'node:fs';

/** Vite plugin that emits the service worker. Its name has no hash: with another address it would be another worker. */
export const shareWorkerPlugin = {
  name: 'share-worker',
  generateBundle() {
    const source = readFileSync(new URL('src/share-worker/share-worker.js', import.meta.url), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'share-worker.js', source });
  },
};

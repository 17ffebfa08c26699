import { federation } from '@module-federation/vite';
import { shareWorkerPlugin } from '@portfolio/ui/share-worker-plugin';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

/** One copy for host and remote; a host with a copy outside the range shows an error. */
const single = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/**
 * Version of what the remote expects of its host: `AdminAppProps`, tokens, base styles and a data router. A breaking change
 * increments it here and in `public-web/src/admin/version-skew.ts`; a host with another version shows an error.
 */
const CONTRACT = 1;

/** Address of `npm start`, for `vite dev`. */
const site = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/admin-app/',
  plugins: [
    react(),
    shareWorkerPlugin,
    federation({
      name: 'admin_web',
      filename: 'remoteEntry.js',
      // Files load from the origin of the remote's entry.
      publicPath: 'auto',
      manifest: { additionalData: ({ stats }) => ({ ...stats, contract: CONTRACT }) },
      dts: false,
      exposes: { './AdminApp': './src/admin-app.tsx' },
      shared: {
        react: single('^19.0.0'),
        'react-dom': single('^19.0.0'),
        'react-router': single('^7.0.0'),
        '@tanstack/react-query': single('^5.0.0'),
        'react-hot-toast': single('^2.0.0'),
      },
    }),
  ],
  resolve: { conditions: ['@portfolio/source', ...defaultClientConditions] },
  // The prefix separates the classes from the public site's in one document.
  css: { modules: { generateScopedName: 'admin-[local]-[hash:base64:5]' } },
  // The content security policy allows no font in a data URL.
  build: { target: 'es2022', outDir: 'dist/client', assetsInlineLimit: 0 },
  server: { port: 4201, strictPort: true, cors: true, proxy: { '/api': site, '/media': site } },
});

import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One copy for the host and this remote. A page whose copy is not in the range says so and loads nothing. */
const single = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/**
 * What the module expects of the page that carries it: `AdminAppProps`, tokens and base styles, a data router around it. With
 * a change that an older page does not meet, the number changes here and in `public-web/src/admin/version-skew.ts`; a page of
 * another number says so and loads nothing.
 */
const CONTRACT = 1;

/** Where `npm start` answers, for `vite dev`. */
const site = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/admin-app/',
  plugins: [
    react(),
    federation({
      name: 'admin_web',
      filename: 'remoteEntry.js',
      // The files are asked for where the remote's entry came from, not at the page's own origin.
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
  // In the public site its classes stand in one document with that page's own, which begin otherwise.
  css: { modules: { generateScopedName: 'admin-[local]-[hash:base64:5]' } },
  build: { target: 'es2022', outDir: 'dist/client' },
  server: { port: 4201, strictPort: true, cors: true, proxy: { '/api': site, '/media': site } },
});

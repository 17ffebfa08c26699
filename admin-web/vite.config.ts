import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** One copy for the host and this remote, whichever brings it. */
const single = (requiredVersion: string) => ({ singleton: true, requiredVersion });

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
      manifest: true,
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
  build: { target: 'es2022', outDir: 'dist/client' },
  server: { port: 4201, strictPort: true, cors: true, proxy: { '/api': site, '/media': site } },
});

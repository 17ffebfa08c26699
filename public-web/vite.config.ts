import { federation } from '@module-federation/vite';
import { shareWorkerPlugin } from '@portfolio/ui/share-worker-plugin';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { classNameOf } from './build/class-names.ts';
import { classNames, noMutations, preloadHelper, reactModule } from './build/plugins.ts';

const SOURCE_CONDITION = '@portfolio/source';
const singleton = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/** One chunk for the entry and shared code: one request fewer at the first visit. */
const siteChunk = {
  name: 'site',
  test: /\/public-web\/src\/(?:entry-client|app\/(?!forms\/form-(?!state)|lazy\/)|features\/galleries\/(?:gallery-card|galleries\.module|next-gallery))|\/libs\/ui\/src\/(?:picture|price|field|notice|store|error-boundary|badge|toasts\/toast-frame)|module:react/,
};

/**
 * Types of globals in browsers since 2022. The visitors' files omit the `typeof` checks of React, TanStack Query and our
 * own code, which tests and the server need. Saves 0.3 kB.
 */
const TYPES_IN_BROWSERS = Object.fromEntries(
  Object.entries({
    object: ['document', 'window', 'performance'],
    function: [
      'AbortController',
      'IntersectionObserver',
      'MessageChannel',
      'queueMicrotask',
      'reportError',
      'WeakMap',
      'WeakSet',
    ],
    undefined: ['setImmediate'],
  }).flatMap(([type, names]) => names.map((name) => [`typeof ${name}`, JSON.stringify(type)])),
);

/**
 * Three builds of one project:
 *
 * - `vite build`: the visitors' files, without module federation, which would double them
 * - `vite build --mode shell`: the page that loads the back office, a federation host
 * - `vite build --ssr src/entry-server.tsx`: the pages for the server, bundled with React's production build
 */
export default defineConfig(({ command, mode, isSsrBuild = false }) => {
  const shell = mode === 'shell';
  return {
    plugins: [
      react(),
      shell && shareWorkerPlugin,
      ...(shell
        ? federation({
            name: 'public_web',
            filename: 'admin-assets/host-[hash].js',
            remotes: {},
            dts: false,
            shared: {
              react: singleton('^19.0.0'),
              'react-dom': singleton('^19.0.0'),
              'react-router': singleton('^7.0.0'),
              '@tanstack/react-query': singleton('^5.0.0'),
              'react-hot-toast': singleton('^2.0.0'),
            },
          })
        : isSsrBuild
          ? []
          : [noMutations, preloadHelper, reactModule, classNames]),
    ],
    resolve: { conditions: [SOURCE_CONDITION, ...defaultClientConditions] },
    ssr: { noExternal: true, resolve: { conditions: [SOURCE_CONDITION, ...defaultServerConditions] } },
    define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : shell ? {} : TYPES_IN_BROWSERS,
    ...(command === 'build' && { css: { modules: { generateScopedName: classNameOf } } }),
    publicDir: shell || isSsrBuild ? false : 'public',
    build: {
      target: 'es2022',
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      // The visitors' build must run first: the shell is added to its folder.
      emptyOutDir: !shell,
      assetsDir: shell ? 'admin-assets' : 'assets',
      manifest: !shell && !isSsrBuild,
      // The content security policy allows no font in a data URL.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Visitors' pages have one stylesheet, so that navigation never waits for styles.
      cssCodeSplit: shell,
      copyPublicDir: !shell && !isSsrBuild,
      rolldownOptions: isSsrBuild
        ? { output: { codeSplitting: false } }
        : shell
          ? { input: 'admin.html' }
          : {
              input: ['src/entry-client.tsx', 'src/hydrate-on-interaction.ts'],
              output: { codeSplitting: { groups: [siteChunk] } },
            },
    },
  };
});

import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';
import { classNameOf } from './build/class-names.ts';
import { lazyParts } from './build/lazy-parts.ts';
import { reactModule } from './build/react-module.ts';

const SOURCE = '@portfolio/source';
const once = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/**
 * What every visitor downloads in one file: what the first page needs besides its own code, and what several pages share,
 * which would otherwise become a third file for each first visit.
 */
const everyVisitors = {
  name: 'site',
  test: /\/public-web\/src\/(?:entry-client|app\/(?!forms\/form-(?!state)|lazy\/)|features\/galleries\/(?:gallery-card|galleries\.module))|\/libs\/ui\/src\/(?:picture|price|field|notice|store|error-boundary|badge|toasts\/toast-frame)|module:react/,
};

/**
 * Three builds of one project:
 *
 * - `vite build`: what visitors download. It knows nothing of module federation, which would double it.
 * - `vite build --mode shell`: the page that carries the back office, a federation host whose remote is named at run time.
 * - `vite build --ssr src/entry-server.tsx`: the same pages for the server, with everything inside, so that the React in
 *   it is the production one whatever the environment says.
 */
export default defineConfig(({ command, mode, isSsrBuild = false }) => {
  const shell = mode === 'shell';
  return {
    plugins: [
      react(),
      ...(shell
        ? federation({
            name: 'public_web',
            filename: 'admin-assets/host-[hash].js',
            remotes: {},
            dts: false,
            shared: {
              react: once('^19.0.0'),
              'react-dom': once('^19.0.0'),
              'react-router': once('^7.0.0'),
              '@tanstack/react-query': once('^5.0.0'),
              'react-hot-toast': once('^2.0.0'),
            },
          })
        : isSsrBuild
          ? []
          : [lazyParts, reactModule]),
    ],
    resolve: { conditions: [SOURCE, ...defaultClientConditions] },
    ssr: { noExternal: true, resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
    define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
    ...(command === 'build' && { css: { modules: { generateScopedName: classNameOf } } }),
    publicDir: shell || isSsrBuild ? false : 'public',
    build: {
      target: 'es2022',
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      // The shell is built into the folder of the visitors' files, beside them.
      emptyOutDir: !shell,
      assetsDir: shell ? 'admin-assets' : 'assets',
      manifest: !shell && !isSsrBuild,
      modulePreload: { polyfill: false },
      // One small file for all pages: going from one to the next never waits for styles.
      cssCodeSplit: shell,
      copyPublicDir: !shell && !isSsrBuild,
      rolldownOptions: isSsrBuild
        ? { output: { codeSplitting: false } }
        : shell
          ? { input: 'admin.html' }
          : {
              input: ['src/entry-client.tsx', 'src/hydrate-on-interaction.ts'],
              output: { codeSplitting: { groups: [everyVisitors] } },
            },
    },
  };
});

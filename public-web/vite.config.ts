import { federation } from '@module-federation/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig } from 'vite';

const SOURCE = '@portfolio/source';
const once = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/**
 * Lets go of what nobody uses of React libraries: a component made by `React.forwardRef` and given a `displayName` looks
 * to the bundler like something that has to run.
 */
const LEAN = {
  propertyReadSideEffects: false as const,
  propertyWriteSideEffects: false as const,
  manualPureFunctions: ['forwardRef', 'memo', 'createContext'].map((name) => `import_react.${name}`),
};

/**
 * Three builds of one project:
 *
 * - `vite build`: what visitors download. It knows nothing of module federation, which would double it.
 * - `vite build --mode shell`: the page that carries the back office, a federation host whose remote is named at run time.
 * - `vite build --ssr src/entry-server.tsx`: the same pages for the server, with everything inside, so that the React in
 *   it is the production one whatever the environment says.
 */
export default defineConfig(({ mode, isSsrBuild = false }) => {
  const shell = mode === 'shell';
  return {
    plugins: [
      react(),
      ...(shell
        ? federation({
            name: 'public_web',
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
        : []),
    ],
    resolve: { conditions: [SOURCE, ...defaultClientConditions] },
    ssr: { noExternal: true, resolve: { conditions: [SOURCE, ...defaultServerConditions] } },
    define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
    publicDir: shell || isSsrBuild ? false : 'public',
    build: {
      target: 'es2022',
      outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
      // The shell is built into the folder of the visitors' files, beside them.
      emptyOutDir: !shell,
      assetsDir: shell ? 'admin-assets' : 'assets',
      manifest: !shell && !isSsrBuild,
      modulePreload: { polyfill: false },
      copyPublicDir: !shell && !isSsrBuild,
      ...(isSsrBuild
        ? {}
        : { rolldownOptions: { input: shell ? 'admin.html' : 'src/entry-client.tsx', treeshake: LEAN } }),
    },
  };
});

import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const OURS = '\0module:';
const NAMES = /^react(?:\/jsx-runtime)?$/;

/**
 * Gives React to our code as a module, made once in the entry. It is published as CommonJS: each file of ours would else
 * unwrap it for itself, with the bundler's helper, which then becomes a file and a request of its own for every first visit.
 */
export const reactModule: Plugin = {
  name: 'react-module',
  enforce: 'pre',
  resolveId(name, importer, { kind }: { kind?: string }) {
    const isOurs = NAMES.test(name) && kind !== 'require-call' && !importer?.startsWith(OURS);
    return isOurs ? OURS + name : null;
  },
  load(id) {
    if (!id.startsWith(OURS)) return null;
    const name = id.slice(OURS.length);
    const parts = Object.keys(require(name) as object).filter((part) => !part.startsWith('__'));
    const exported = parts.map((part) => `export const ${part} = /* @__PURE__ */ (() => whole.${part})();`);
    return [`import whole from '${name}';`, 'export default whole;', ...exported].join('\n');
  },
};

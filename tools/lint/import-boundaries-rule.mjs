import { builtinModules } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';
import { boundaries } from './import-boundaries.mjs';

/** Reports an import across a boundary. */
export const importBoundariesRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { crossed: "'{{specifier}}' crosses the boundary “{{boundary}}”: {{reason}}" },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const own = boundaries.filter(({ files, except }) => files.test(file) && !except?.test(file));
    if (own.length === 0) return {};

    function check(source) {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(source.value, file);
      for (const { name, rejects, reason } of own) {
        if (!rejects(target, file)) continue;
        const data = { specifier: source.value, boundary: name, reason };
        context.report({ node: source, messageId: 'crossed', data });
      }
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
    };
  },
};

/** @returns {import('./import-boundaries.mjs').Target} */
function targetOf(specifier, file) {
  if (specifier.startsWith('.')) {
    return { specifier, builtin: false, packageName: undefined, path: posix.join(dirname(file), specifier) };
  }
  const builtin = specifier.startsWith('node:') || builtinModules.includes(specifier);
  const parts = specifier.split('/');
  const packageName = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  return { specifier, builtin, packageName, path: undefined };
}

import { basename, relative, sep } from 'node:path';
import { importBoundariesRule } from './import-boundaries.mjs';

/** Requires a reason for a disabled rule: `// oxlint-disable-next-line <rule> -- <reason>`. */
const disableReasonsRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*(?:ox|es)lint-disable/.test(comment.value)) continue;
          if (/^\s*oxlint-disable(-next-line|-line)?\s+[\w@/-]+(,\s*[\w@/-]+)*\s+--\s+\S/.test(comment.value)) continue;
          // Before the first line, where no comment can disable the report.
          const loc = { line: 1, column: 0 };
          const message = `Line ${comment.loc.start.line}: name the rule and, after “--”, the reason.`;
          context.report({ loc, message });
        }
      },
    };
  },
};

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const GRAB_BAG = /(^|[/.-])(utils?|commons?|helpers?|misc)([/.-]|$)/;
/** Entry of a library. */
const LIBRARY_ENTRY = /^libs\/[^/]+\/src\/index\.ts$/;

/** Requires kebab-case names that describe the content. */
const fileNamesRule = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const name = basename(file);
    return {
      Program(node) {
        const report = (message) => context.report({ node, loc: { line: 1, column: 0 }, message });
        if (!KEBAB_CASE.test(name)) report(`'${name}' is not in kebab-case.`);
        if (GRAB_BAG.test(file)) report(`'${name}' does not describe its content.`);
        if (/^index\.[jt]sx?$/.test(name) && !LIBRARY_ENTRY.test(file))
          report('No barrels: import from the file itself.');
      },
    };
  },
};

/** Rejects the syntax of some selectors. */
const rejecting = (message, ...selectors) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

const fewDependenciesRule = rejecting(
  'More than five dependencies: split the class by use case.',
  'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
);

const assertedWaitsRule = rejecting(
  'It passes after its timeout too: assert its value, or use waitUntil.',
  'ExpressionStatement > AwaitExpression > CallExpression[callee.name="eventually"]',
);

/** `process.env`, and `env` of the module. */
const envFilesRule = rejecting(
  'Read the environment in the env file of the process (see @portfolio/config) and pass it on.',
  'MemberExpression[object.name="process"]:matches([property.name="env"], [property.value="env"])',
  'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
  ':matches(ImportDeclaration, ExportNamedDeclaration)[source.value=/^(node:)?process$/] > :matches(ImportSpecifier[imported.name="env"], ExportSpecifier[local.name="env"])',
);

/** Rules of this repository, for oxlint. */
export default {
  meta: { name: 'repository' },
  rules: {
    'import-boundaries': importBoundariesRule,
    'file-names': fileNamesRule,
    'disable-reasons': disableReasonsRule,
    'few-dependencies': fewDependenciesRule,
    'asserted-waits': assertedWaitsRule,
    'env-files': envFilesRule,
  },
};

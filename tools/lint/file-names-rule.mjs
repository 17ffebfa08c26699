import { basename, relative, sep } from 'node:path';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const GRAB_BAG = /(^|[/.-])(utils?|commons?|helpers?|misc)([/.-]|$)/;
/** A library's entry is what it exports; anywhere else an index only hides where things are. */
const LIBRARY_ENTRY = /^(libs|tools)\/[^/]+\/src\/index\.ts$/;

/** Files are named in kebab-case after what they hold. */
export const fileNamesRule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      case: "'{{name}}' is not in kebab-case.",
      grabBag: "'{{name}}' does not say what is inside: name it after what it holds.",
      barrel: 'No barrels: import from the file that holds the thing.',
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const name = basename(file);
    return {
      Program(node) {
        const at = { node, loc: { line: 1, column: 0 }, data: { name } };
        if (!KEBAB_CASE.test(name)) context.report({ ...at, messageId: 'case' });
        if (GRAB_BAG.test(file)) context.report({ ...at, messageId: 'grabBag' });
        if (/^index\.[jt]sx?$/.test(name) && !LIBRARY_ENTRY.test(file)) context.report({ ...at, messageId: 'barrel' });
      },
    };
  },
};

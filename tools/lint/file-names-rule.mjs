import { basename, relative, sep } from 'node:path';

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const GRAB_BAG = /(^|[/.-])(utils?|commons?|helpers?|misc)([/.-]|$)/;
/** Entry of a library. */
const LIBRARY_ENTRY = /^(libs|tools)\/[^/]+\/src\/index\.ts$/;

/** Requires kebab-case names that describe the content. */
export const fileNamesRule = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      case: "'{{name}}' is not in kebab-case.",
      grabBag: "'{{name}}' does not describe its content.",
      barrel: 'No barrels: import from the file itself.',
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const name = basename(file);
    return {
      Program(node) {
        const report = { node, loc: { line: 1, column: 0 }, data: { name } };
        if (!KEBAB_CASE.test(name)) context.report({ ...report, messageId: 'case' });
        if (GRAB_BAG.test(file)) context.report({ ...report, messageId: 'grabBag' });
        if (/^index\.[jt]sx?$/.test(name) && !LIBRARY_ENTRY.test(file))
          context.report({ ...report, messageId: 'barrel' });
      },
    };
  },
};

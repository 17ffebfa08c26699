/** Requires a reason for a disabled rule: `// eslint-disable-next-line <rule> -- <reason>`. */
export const disableReasonsRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { reason: 'Line {{line}}: name the rule and, after “--”, the reason.' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!/^\s*eslint-disable/.test(comment.value)) continue;
          if (/^\s*eslint-disable(-next-line|-line)?\s+[\w@/-]+(,\s*[\w@/-]+)*\s+--\s+\S/.test(comment.value)) continue;
          // Before the first line, where no comment can disable the report.
          const loc = { line: 1, column: -1 };
          context.report({ loc, messageId: 'reason', data: { line: String(comment.loc.start.line) } });
        }
      },
    };
  },
};

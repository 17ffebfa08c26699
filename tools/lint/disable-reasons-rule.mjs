/** Requires a reason for a disabled rule: `// oxlint-disable-next-line <rule> -- <reason>`. */
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
          if (!/^\s*(?:ox|es)lint-disable/.test(comment.value)) continue;
          if (/^\s*oxlint-disable(-next-line|-line)?\s+[\w@/-]+(,\s*[\w@/-]+)*\s+--\s+\S/.test(comment.value)) continue;
          // Before the first line, where no comment can disable the report.
          const loc = { line: 1, column: 0 };
          context.report({ loc, messageId: 'reason', data: { line: String(comment.loc.start.line) } });
        }
      },
    };
  },
};

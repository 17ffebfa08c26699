import { disableReasonsRule } from './disable-reasons-rule.mjs';
import { fileNamesRule } from './file-names-rule.mjs';
import { importBoundariesRule } from './import-boundaries-rule.mjs';
import { assertedWaitsRule, envFilesRule, fewDependenciesRule } from './syntax-rules.mjs';

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

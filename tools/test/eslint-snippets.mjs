import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const parserOptions = {
  // The files of the examples do not exist, so there are no types and no tsconfig to ask: the few typed rules stay out.
  projectService: false,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  // Two examples may share a path; on CI the parser would otherwise believe to see each path once.
  disallowAutomaticSingleRunInference: true,
};
const eslint = new ESLint({
  cwd: fileURLToPath(new URL('../..', import.meta.url)),
  overrideConfig: [
    { files: ['**/*.{ts,tsx}'], languageOptions: { parserOptions } },
    { ...tseslint.configs.disableTypeChecked, files: ['**/*.{ts,tsx}'] },
  ],
});

/**
 * What the linter says of `code`, were it the content of `filePath` (from the root of the repository).
 * @returns {Promise<string[]>} the rules it breaks, `house/walls` followed by the wall's name
 */
export async function faultsOf(filePath, code) {
  const [result] = await eslint.lintText(code, { filePath });
  return result.messages
    .map(({ ruleId, message }) =>
      ruleId === 'house/walls' ? `wall: ${/“(.+)”/.exec(message)[1]}` : (ruleId ?? message),
    )
    .filter((rule) => rule !== '@typescript-eslint/no-unused-vars');
}

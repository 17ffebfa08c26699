import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const parserOptions = {
  // The files of the examples do not exist, so they have no types.
  projectService: false,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  // Two examples may share a path, which the parser would otherwise cache on CI.
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
 * Lints code as the content of a file, by its path from the root of the repository.
 *
 * @returns {Promise<string[]>} violated rules; boundaries by their name
 */
export async function faultsOf(filePath, code) {
  const [result] = await eslint.lintText(code, { filePath });
  return result.messages
    .map(({ ruleId, message }) =>
      ruleId === 'repository/import-boundaries' ? `boundary: ${/“(.+)”/.exec(message)[1]}` : (ruleId ?? message),
    )
    .filter((rule) => rule !== '@typescript-eslint/no-unused-vars');
}

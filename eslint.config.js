import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { disableReasonsRule } from './tools/lint/disable-reasons-rule.mjs';
import { fileNamesRule } from './tools/lint/file-names-rule.mjs';
import { importBoundariesRule } from './tools/lint/import-boundaries-rule.mjs';

const RULES_FOLDER = new URL('./tools/lint/', import.meta.url);

/** Version of the plugin, by which ESLint invalidates its cache: a hash of the rules' sources. */
const rulesHash = readdirSync(RULES_FOLDER)
  .reduce((hash, name) => hash.update(readFileSync(new URL(name, RULES_FOLDER))), createHash('sha256'))
  .digest('hex');

/** Rules of this repository, in tools/lint. */
const repository = {
  meta: { name: 'repository', version: rulesHash },
  rules: {
    'import-boundaries': importBoundariesRule,
    'file-names': fileNamesRule,
    'disable-reasons': disableReasonsRule,
  },
};

const ONLY_ENV_FILES = 'Read the environment in the env file of the process (see @portfolio/config) and pass it on.';

const TOO_MANY_DEPENDENCIES = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
  message: 'More than five dependencies: split the class by use case.',
};

const IGNORED_WAIT = {
  selector: 'ExpressionStatement > AwaitExpression > CallExpression[callee.name="eventually"]',
  message: 'It passes after its timeout too: assert its value, or use waitUntil.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-*/**',
      '**/coverage/**',
      '**/test-results/**',
      '**/.cache/**',
      '.data/**',
      '.nx/**',
      '**/.__mf__temp/**',
    ],
  },
  js.configs.recommended,
  {
    plugins: { repository },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.node },
    rules: {
      'repository/import-boundaries': 'error',
      'repository/file-names': 'error',
      'repository/disable-reasons': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', TOO_MANY_DEPENDENCIES, IGNORED_WAIT],
      'max-lines': ['error', { max: 240, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    // Without types: oxlint has the typed rules, and consistent-type-imports needs only the decorator options.
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    rules: {
      // `!` marks an index that is known to be inside, for noUncheckedIndexedAccess.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Nest's modules are classes with decorators and no body.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Decorator metadata needs classes as values; emitDecoratorMetadata informs the rule.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    name: 'process.env in env files only',
    files: ['{api,worker,public-web,admin-web,libs}/**/*.{ts,tsx}'],
    ignores: ['**/env.ts', '**/*.config.ts', '**/*.test.{ts,tsx}', '**/test/**', 'libs/config/**'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: ONLY_ENV_FILES }],
      'no-restricted-imports': [
        'error',
        { paths: ['node:process', 'process'].map((name) => ({ name, importNames: ['env'], message: ONLY_ENV_FILES })) },
      ],
      'no-restricted-syntax': [
        'error',
        TOO_MANY_DEPENDENCIES,
        IGNORED_WAIT,
        {
          selector: 'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
          message: ONLY_ENV_FILES,
        },
      ],
    },
  },
  {
    name: 'browser code',
    files: ['{public-web,admin-web,libs/ui,libs/api-client,libs/contracts}/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['process', 'Buffer', '__dirname', '__filename', 'require', 'global'].map((name) => ({
          name,
          message: 'Browsers do not have it.',
        })),
      ],
    },
  },
  {
    files: ['{public-web,admin-web,libs/ui}/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
  },
  {
    files: ['{public-web,admin-web,libs/ui}/**/*.{js,mjs}'],
    languageOptions: { globals: globals.browser },
  },
  {
    name: 'tests may be long',
    files: ['**/*.test.{ts,tsx,mjs}', '**/test/**'],
    languageOptions: { globals: globals.jest },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
);

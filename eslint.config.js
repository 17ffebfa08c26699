import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { disableReasonsRule } from './tools/lint/disable-reasons-rule.mjs';
import { fileNamesRule } from './tools/lint/file-names-rule.mjs';
import { wallsRule } from './tools/lint/import-boundaries-rule.mjs';

const RULES_FOLDER = new URL('./tools/lint/', import.meta.url);

/** ESLint's cache holds for one version of a plugin: here a hash of the rules' sources. */
const rulesHash = readdirSync(RULES_FOLDER)
  .reduce((hash, name) => hash.update(readFileSync(new URL(name, RULES_FOLDER))), createHash('sha256'))
  .digest('hex');

/** Our own rules: `house/walls` is told in tools/lint/import-boundaries.mjs. */
const house = {
  meta: { name: 'house', version: rulesHash },
  rules: { walls: wallsRule, 'file-names': fileNamesRule, 'disable-reasons': disableReasonsRule },
};

const ONLY_ENV_FILES = 'Read the environment in the env file of the process (see @portfolio/config) and pass it on.';

/** A class that needs more than five others does more than one thing. */
const TOO_MANY_DEPENDENCIES = {
  selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>5]',
  message: 'More than five dependencies: split the class by use case.',
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
    plugins: { house },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.node },
    rules: {
      'house/walls': 'error',
      'house/file-names': 'error',
      'house/disable-reasons': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': ['error', TOO_MANY_DEPENDENCIES],
      'max-lines': ['error', { max: 240, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    // No types: consistent-type-imports alone needs to know of the decorators, and the typed rules are oxlint's.
    languageOptions: { parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true } },
    rules: {
      // noUncheckedIndexedAccess asks of every index whether it is inside; `!` is the answer where the code can see it.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The decorators of a class with no body are its content: Nest's modules.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': 'allow-with-description' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Types are imported as types, except where a decorator's metadata needs the class: verbatimModuleSyntax and
      // emitDecoratorMetadata together tell the rule which is which.
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    name: 'process.env is read in env files alone',
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
        {
          selector: 'VariableDeclarator[init.name="process"] > ObjectPattern > Property[key.name="env"]',
          message: ONLY_ENV_FILES,
        },
      ],
    },
  },
  {
    name: 'what runs in browsers',
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

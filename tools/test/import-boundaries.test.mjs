import { walls } from '../lint/import-boundaries.mjs';
import { faultsOf } from './eslint-snippets.mjs';

/** One example on each side of each wall: file, refused line, fitting line. */
const EXAMPLES = [
  [
    'the web runs in browsers',
    'public-web/src/features/photos/photo-page.tsx',
    "export { openStorage } from '@portfolio/storage';",
    "export { photoQuery } from '@portfolio/api-client';",
  ],
  ['the web runs in browsers', 'libs/ui/src/dialog.tsx', "import 'node:fs';", "import 'react';"],
  ['the web runs in browsers', 'admin-web/src/main.tsx', "await import('sharp');", "await import('react-dom/client');"],
  ['the web runs in browsers', 'libs/api-client/src/http.ts', "import 'fs/promises';", "import './photos.ts';"],
  ['contracts stand alone', 'libs/contracts/src/photos.ts', "import 'react';", "import 'class-validator';"],
  [
    'web features keep to themselves',
    'admin-web/src/features/galleries/galleries-page.tsx',
    "import '../photos/photo-card.tsx';",
    "import './gallery-dialog.tsx';",
  ],
  [
    'web features keep to themselves',
    'public-web/src/features/photos/viewer/viewer.tsx',
    "import '../../comments/comment-form.tsx';",
    "import '../photo-page.tsx';",
  ],
  [
    'api features meet at their services',
    'api/src/galleries/galleries.service.ts',
    "import '../photos/photos.repository.ts';",
    "import '../photos/photos.service.ts';",
  ],
  [
    'api features meet at their services',
    'api/src/comments/public-comments.controller.ts',
    "import '../photos/photos.controller.ts';",
    "import '../limits/request-limit.guard.ts';",
  ],
  [
    'worker features keep to themselves',
    'worker/src/mail/send-mail.ts',
    "import '../photos/render-photo.ts';",
    "import './mail-text.ts';",
  ],
  [
    'relative imports stay inside their project',
    'api/src/photos/photos.service.ts',
    "import '../../../worker/src/photos/render-photo.ts';",
    "import '@portfolio/storage';",
  ],
  [
    'apps are nobody’s library',
    'worker/src/photos/render-photo.ts',
    "import '@portfolio/api';",
    "import '@portfolio/jobs';",
  ],
  [
    'what tests are made of stays with them',
    'api/src/photos/photos.service.ts',
    "import '@portfolio/testing';",
    "import '@portfolio/storage';",
  ],
  ['only api and worker know the database', 'libs/jobs/src/job-queue.ts', "import 'typeorm';", "import 'bullmq';"],
  [
    'only repositories speak TypeORM',
    'api/src/photos/photos.controller.ts',
    "import 'typeorm';",
    "import './photos.service.ts';",
  ],
];

describe('the walls', () => {
  it.each(EXAMPLES)('%s: %s', async (wall, file, refused, fitting) => {
    expect(await faultsOf(file, refused)).toContain(`wall: ${wall}`);
    expect(await faultsOf(file, fitting)).toEqual([]);
  });

  it('have an example each', () => {
    expect(walls.map(({ name }) => name).filter((name) => !EXAMPLES.some(([wall]) => wall === name))).toEqual([]);
  });

  it('let tests import what they need to set the stage', async () => {
    expect(await faultsOf('libs/api-client/src/http.test.ts', "import 'node:http';")).toEqual([]);
  });
});

describe('the house rules', () => {
  it.each([
    ['process.env outside env files', 'api/src/app.ts', 'export const a = process.env.A;', 'no-restricted-properties'],
    ['env imported from process', 'worker/src/app.ts', "export { env } from 'node:process';", 'no-restricted-imports'],
    ['env taken out of process', 'api/src/app.ts', 'export const { env } = process;', 'no-restricted-syntax'],
    ['node globals in the web', 'public-web/src/a.ts', 'export const a = Buffer.alloc(1);', 'no-restricted-globals'],
    ['any', 'api/src/app.ts', 'export const a: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['ts-ignore', 'api/src/app.ts', '// @ts-ignore\nexport const a = 1;', '@typescript-eslint/ban-ts-comment'],
    ['a rule switched off without a reason', 'api/src/app.ts', '/* eslint-disable */', 'house/disable-reasons'],
    ['a barrel', 'public-web/src/features/photos/index.ts', 'export const a = 1;', 'house/file-names'],
    ['a grab bag', 'api/src/photos/photo-utils.ts', 'export const a = 1;', 'house/file-names'],
    ['another case', 'api/src/photos/photoCard.ts', 'export const a = 1;', 'house/file-names'],
    [
      'a type imported as a value',
      'api/src/photos/a.ts',
      "import { B } from './b.ts';\nexport const b = (a: B) => a;",
      '@typescript-eslint/consistent-type-imports',
    ],
    [
      'six dependencies',
      'api/src/photos/a.ts',
      'export class A { constructor(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) { void [a, b, c, d, e, f]; } }',
      'no-restricted-syntax',
    ],
  ])('refuse %s', async (_what, file, code, rule) => {
    expect(await faultsOf(file, code)).toContain(rule);
  });

  it.each([
    ['process.env in an env file', 'api/src/env.ts', 'export const a = process.env.A;'],
    [
      'a rule switched off with its reason',
      'api/src/a.ts',
      '// eslint-disable-next-line no-var -- it is the example\nexport var a = 1;',
    ],
    ["a library's entry", 'libs/jobs/src/index.ts', "export * from './job-queue.ts';"],
    [
      'a request class imported as a value where a decorator needs it',
      'api/src/photos/photos.controller.ts',
      "import { Body } from '@nestjs/common';\nimport { UpdatePhoto } from '@portfolio/contracts';\nexport class A { b(@Body() c: UpdatePhoto) { return c; } }",
    ],
  ])('allow %s', async (_what, file, code) => {
    expect(await faultsOf(file, code)).toEqual([]);
  });
});

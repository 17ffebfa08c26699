import { boundaries } from '../lint/import-boundaries.mjs';
import { faultsOf } from './lint-snippets.mjs';

/** Boundary, file, rejected line and accepted line. */
const EXAMPLES = [
  [
    'browser code imports no Node code',
    'public-web/src/features/photos/photo-page.tsx',
    "export { openStorage } from '@portfolio/storage';",
    "export { photoQuery } from '@portfolio/api-client';",
  ],
  ['browser code imports no Node code', 'libs/ui/src/dialog.tsx', "import 'node:fs';", "import 'react';"],
  [
    'browser code imports no Node code',
    'admin-web/src/main.tsx',
    "await import('sharp');",
    "await import('react-dom/client');",
  ],
  [
    'browser code imports no Node code',
    'libs/api-client/src/http.ts',
    "import 'fs/promises';",
    "import './photos.ts';",
  ],
  [
    'browser code imports no Node code',
    'libs/file-details/src/tag-values.ts',
    "import 'node:fs';",
    "import './file-details.ts';",
  ],
  [
    'browser code imports no Node code',
    'libs/file-details/src/file-details.ts',
    "import './embedded.ts';",
    "import 'exifreader';",
  ],
  [
    'browser code imports no Node code',
    'admin-web/src/features/photos/uploads/files/file-details.ts',
    "import '@portfolio/file-details/embedded';",
    "import '@portfolio/file-details';",
  ],
  [
    'contracts depend on class-validator alone',
    'libs/contracts/src/photos/photos.ts',
    "import 'react';",
    "import 'class-validator';",
  ],
  [
    'web features are independent',
    'admin-web/src/features/galleries/galleries-page.tsx',
    "import '../photos/photo-card.tsx';",
    "import './gallery-dialog.tsx';",
  ],
  [
    'web features are independent',
    'public-web/src/features/photos/viewer/viewer.tsx',
    "import '../../comments/comment-form.tsx';",
    "import '../photo-page.tsx';",
  ],
  [
    'api features import only each other’s public files',
    'api/src/galleries/galleries.service.ts',
    "import '../photos/photos.repository.ts';",
    "import '../photos/photos.service.ts';",
  ],
  [
    'api features import only each other’s public files',
    'api/src/comments/public-comments.controller.ts',
    "import '../photos/photos.controller.ts';",
    "import '../limits/request-limit.guard.ts';",
  ],
  [
    'worker features are independent',
    'worker/src/mail/send-mail.ts',
    "import '../photos/render-photo.ts';",
    "import './mail-text.ts';",
  ],
  [
    'relative imports stay in their project',
    'api/src/photos/photos.service.ts',
    "import '../../../worker/src/photos/render-photo.ts';",
    "import '@portfolio/storage';",
  ],
  [
    'apps are no libraries',
    'worker/src/photos/render-photo.ts',
    "import '@portfolio/api';",
    "import '@portfolio/jobs';",
  ],
  [
    'product code does not import @portfolio/testing',
    'api/src/photos/photos.service.ts',
    "import '@portfolio/testing';",
    "import '@portfolio/storage';",
  ],
  [
    'only api, worker and backups use the database',
    'libs/jobs/src/job-queue.ts',
    "import 'typeorm';",
    "import 'bullmq';",
  ],
  [
    'controllers and services do not import TypeORM',
    'api/src/photos/photos.controller.ts',
    "import 'typeorm';",
    "import './photos.service.ts';",
  ],
];

const boundaryFaults = faultsOf(
  EXAMPLES.flatMap(([, file, rejected, accepted]) => [
    [file, rejected],
    [file, accepted],
  ]),
);

describe('the import boundaries', () => {
  it.each(EXAMPLES.map(([boundary, file], index) => [boundary, file, index]))('%s: %s', (boundary, _, index) => {
    expect(boundaryFaults[2 * index]).toContain(`boundary: ${boundary}`);
    expect(boundaryFaults[2 * index + 1]).toEqual([]);
  });

  it('have at least one example each', () => {
    expect(
      boundaries.map(({ name }) => name).filter((name) => !EXAMPLES.some(([boundary]) => boundary === name)),
    ).toEqual([]);
  });

  it('allow Node modules in tests', () => {
    expect(faultsOf([['libs/api-client/src/http.test.ts', "import 'node:http';"]])).toEqual([[]]);
  });

  it('allow Node modules in the Node entry of a browser library', () => {
    expect(faultsOf([['libs/file-details/src/embedded.ts', "import 'node:fs';"]])).toEqual([[]]);
  });
});

const REJECTED = [
  ['process.env outside env files', 'api/src/app.ts', 'export const a = process.env.A;', 'repository/env-files'],
  ['env imported from process', 'worker/src/app.ts', "export { env } from 'node:process';", 'repository/env-files'],
  ['env destructured from process', 'api/src/app.ts', 'export const { env } = process;', 'repository/env-files'],
  ['node globals in the web', 'public-web/src/a.ts', 'export const a = Buffer.alloc(1);', 'no-restricted-globals'],
  [
    'node globals in a library of browsers',
    'libs/file-details/src/a.ts',
    'export const a = Buffer.alloc(1);',
    'no-restricted-globals',
  ],
  ['any', 'api/src/app.ts', 'export const a: any = 1;', 'typescript/no-explicit-any'],
  ['ts-ignore', 'api/src/app.ts', '// @ts-ignore\nexport const a = 1;', 'typescript/ban-ts-comment'],
  ['process.env by its name', 'api/src/app.ts', "export const a = process['env'].A;", 'repository/env-files'],
  [
    'a disabled rule with no reason',
    'api/src/photos/b.ts',
    '// oxlint-disable-next-line no-var\nexport var a = 1;',
    'repository/disable-reasons',
  ],
  ['a disabled rule without a reason', 'api/src/app.ts', '/* eslint-disable */', 'repository/disable-reasons'],
  ['a barrel', 'public-web/src/features/photos/index.ts', 'export const a = 1;', 'repository/file-names'],
  ['a grab bag', 'api/src/photos/photo-utils.ts', 'export const a = 1;', 'repository/file-names'],
  ['a name in another case', 'api/src/photos/photoCard.ts', 'export const a = 1;', 'repository/file-names'],
  [
    'a type imported as a value',
    'libs/storage/src/a.ts',
    "import { B } from './b.ts';\nexport const b = (a: B) => a;",
    'typescript/consistent-type-imports',
  ],
  [
    'a wait that is not asserted',
    'e2e/test/pages/a.test.ts',
    'export const a = async () => {\n  await eventually(b, Boolean);\n};',
    'repository/asserted-waits',
  ],
  [
    'six dependencies',
    'api/src/photos/a.ts',
    'export class A { constructor(a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) { void [a, b, c, d, e, f]; } }',
    'repository/few-dependencies',
  ],
];
const ALLOWED = [
  ['node globals in its Node entry', 'libs/file-details/src/embedded.ts', 'export const a = Buffer.alloc(1);'],
  ['process.env in an env file', 'api/src/env.ts', 'export const a = process.env.A;'],
  [
    'a disabled rule with a reason',
    'api/src/a.ts',
    '// oxlint-disable-next-line no-var -- it is the example\nexport var a = 1;',
  ],
  ["a library's entry", 'libs/jobs/src/index.ts', "export * from './job-queue.ts';"],
  [
    'a request class imported as a value where a decorator needs it',
    'api/src/photos/photos.controller.ts',
    "import { Body } from '@nestjs/common';\nimport { UpdatePhoto } from '@portfolio/contracts';\nexport class A { b(@Body() c: UpdatePhoto) { return c; } }",
  ],
];
const snippetsOf = (examples) => examples.map(([, file, code]) => [file, code]);

describe('the repository rules', () => {
  const rejected = faultsOf(snippetsOf(REJECTED));
  it.each(REJECTED.map(([name, , , rule], index) => [name, rule, index]))('reject %s', (_, rule, index) => {
    expect(rejected[index]).toContain(rule);
  });

  const allowed = faultsOf(snippetsOf(ALLOWED));
  it.each(ALLOWED.map(([name], index) => [name, index]))('allow %s', (_, index) => {
    expect(allowed[index]).toEqual([]);
  });
});

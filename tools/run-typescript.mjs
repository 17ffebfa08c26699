// Lets Node run TypeScript sources: `node --conditions=@portfolio/source --import <this file> main.ts`.
// For child processes of tests, OpenAPI, fuzzing, benchmarks and the cluster, which run without a build.
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Node also loads this file in the thread of its loader hooks.
if (isMainThread) register(import.meta.url);

/** Replaced modules: Jest's functions without its module system (tools/jest), and class names of styles. */
const SUBSTITUTES = [
  [/^@jest\/globals$/, new URL('./jest/globals.mjs', import.meta.url).href],
  [/\.(css|woff2)(\?.*)?$/, new URL('../libs/ui/test/css-module.mjs', import.meta.url).href],
];

/** A loader hook of Node's: https://nodejs.org/api/module.html#resolvespecifier-context-nextresolve */
export function resolve(specifier, context, nextResolve) {
  const url = SUBSTITUTES.find(([pattern]) => pattern.test(specifier))?.[1];
  return url ? { url, shortCircuit: true } : nextResolve(specifier, context);
}

let swc;

/** A loader hook of Node's: https://nodejs.org/api/module.html#loadurl-context-nextload */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !/\.tsx?(\?|$)/.test(url)) return nextLoad(url, context);
  swc ??= await prepare();
  const { code } = await swc.transformFile(fileURLToPath(url), swc.options);
  return { format: 'module', source: code, shortCircuit: true };
}

async function prepare() {
  const { transformFile } = await import('@swc/core');
  const options = JSON.parse(readFileSync(new URL('../.swcrc', import.meta.url), 'utf8'));
  delete options.$schema;
  return { transformFile, options: { ...options, swcrc: false, sourceMaps: 'inline' } };
}

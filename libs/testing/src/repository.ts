import { join } from 'node:path';

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '../../..');

/** Options of Node for a program that runs from its TypeScript sources. */
export const RUN_SOURCES = ['--conditions=@portfolio/source', '--import', join(ROOT, 'tools/run-typescript.mjs')];

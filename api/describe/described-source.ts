import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { contractSchemas } from './contract-schemas.ts';
import { routeComments } from './route-comments.ts';

/** The file that the api reads, since types and comments are gone when it runs. */
export const DESCRIBED = fileURLToPath(new URL('../src/http/openapi/described.ts', import.meta.url));

/** What that file has to hold for the contracts and controllers as they are now. */
export async function describedSource(): Promise<string> {
  const routes = Object.entries(routeComments()).map(([name, { returns: _, ...comment }]) => [name, comment]);
  const source = `/* eslint-disable max-lines -- as long as the contracts are, and written by a program */
/**
 * What the sources tell of the api: types of the contracts and doc comments. Written by \`npm run describe -w api\`; a
 * test fails while it lags behind.
 */

export const SCHEMAS = ${JSON.stringify(contractSchemas())};

export const ROUTES = ${JSON.stringify(Object.fromEntries(routes))};
`;
  return format(source, { ...(await resolveConfig(DESCRIBED)), filepath: DESCRIBED });
}

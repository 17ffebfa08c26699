import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiDocument, Operation } from '../src/http/openapi/api-document.ts';
import { describeApi } from '../src/http/openapi/describe-api.ts';
import { shapeOf } from '../src/http/openapi/shared-paths.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const PAGE = new URL('../../docs/api.md', import.meta.url);

let api: TestApi;
let document: ApiDocument;
beforeAll(async () => {
  api = await startTestApi();
  document = describeApi(api.app);
});
afterAll(() => api.stop());

/** The rows of docs/api.md that are about a call. */
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .map((line) => /^\| `(\w+) (\S+)`\s*\| (\w+)\s*\| (.+?)\s*\| (\S+) › (.+?)\s*\|$/.exec(line)?.slice(1) ?? [])
  .filter((cells) => cells.length > 0)
  .map(([method = '', path = '', who = '', what = '', file = '', test = '']) => ({
    method,
    path,
    who,
    what,
    file,
    test,
  }));

const operationOf = (method: string, path: string): Operation | undefined =>
  Object.entries(document.paths).find(([known]) => shapeOf(known) === shapeOf(path))?.[1][method.toLowerCase()];

const whoMay = ({ security = [] }: Operation) => {
  if (security.length === 0) return 'everybody';
  return security.some((way) => Object.keys(way).length === 0) ? 'either' : 'administrator';
};

describe('the table of calls in docs/api.md', () => {
  it('has every call of the description once, and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    );

    expect(rows.map(({ method, path }) => `${method} ${shapeOf(path)}`).sort()).toEqual(described.sort());
  });

  it('says who may call and what it does, as the description does', () => {
    const said = rows.map(({ method, path, who, what }) => ({ call: `${method} ${path}`, who, what: `${what}.` }));
    const described = rows.map(({ method, path }) => {
      const operation = operationOf(method, path);
      return { call: `${method} ${path}`, who: operation && whoMay(operation), what: operation?.summary };
    });

    expect(said).toEqual(described);
  });

  it('names for every call a test that there is', () => {
    const missing = rows.filter(({ file, test }) => {
      const source = new URL(file, import.meta.url);
      return !existsSync(source) || !namesTest(readFileSync(source, 'utf8'), test);
    });

    expect(missing).toEqual([]);
  });
});

/** Whether the source has such a test: the name is the first argument of a call, after `it(` or the rows of `it.each`. */
function namesTest(source: string, name: string): boolean {
  return [`'${name}'`, `"${name}"`].some((quoted) => new RegExp(`(\\bit|\\))\\(\\s*${escaped(quoted)}`).test(source));
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

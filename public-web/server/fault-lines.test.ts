import { afterEach, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { renderFailure } from '../src/entry-server.tsx';
import { startTestSite } from '../test/start-test-site.ts';
import type { BuiltSite } from './built-site.ts';

afterEach(() => void jest.restoreAllMocks());

const REQUESTS = 200;

interface Line {
  msg?: string;
  leftOut?: number;
}

/** What is written while each of some requests fails, once all of them are counted. */
async function linesOf(sentence: string, site: Awaited<ReturnType<typeof startTestSite>>, ask: () => Promise<unknown>) {
  const lines: Line[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    for (const line of String(text).trim().split('\n')) lines.push(JSON.parse(line) as Line);
    return true;
  });
  const about = () => lines.filter(({ msg }) => msg === sentence);
  const counted = () => about().reduce((sum, { leftOut = 1 }) => sum + leftOut, 0);
  try {
    await Promise.all(Array.from({ length: REQUESTS }, ask));
    while (counted() < REQUESTS) await wait(20);
    return { written: about().filter(({ leftOut }) => leftOut === undefined).length, counted: counted() };
  } finally {
    await site.stop();
  }
}

const FORM = { method: 'POST', body: new URLSearchParams({ name: 'Ruth' }) };

it('forms whose page cannot be rendered leave five lines a second, and the number of the others', async () => {
  const render: BuiltSite['render'] = async ({ report, assets, memory }) => {
    report(new Error('Out of order'));
    return renderFailure(500, assets, memory);
  };
  const site = await startTestSite({ LOG_LEVEL: 'error' }, {}, {}, { render });
  const ask = async () => expect((await fetch(`${site.origin}/contact`, FORM)).status).toBe(500);

  const { written, counted } = await linesOf('a page could not be rendered', site, ask);

  expect(counted).toBe(REQUESTS);
  expect(written).toBeLessThan(REQUESTS);
});

it('so do requests that fail', async () => {
  const broken = { render: () => Promise.reject(new Error('Out of order')) };
  const site = await startTestSite({ LOG_LEVEL: 'error' }, {}, {}, broken);
  const ask = async () => expect((await fetch(`${site.origin}/contact`, FORM)).status).toBe(500);

  const { written, counted } = await linesOf('a request failed', site, ask);

  expect(counted).toBe(REQUESTS);
  expect(written).toBeLessThan(REQUESTS);
});

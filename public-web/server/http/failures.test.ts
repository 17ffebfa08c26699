import { afterEach, expect, it, jest } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { renderFailure } from '../../src/entry-server.tsx';
import { startTestSite } from '../../test/start-test-site.ts';
import type { BuiltSite } from '../built-site.ts';

afterEach(() => void jest.restoreAllMocks());

const REQUESTS = 200;

interface Line {
  msg?: string;
  leftOut?: number;
}

/** Counts of log lines while 200 requests fail, and the duration. */
async function countLines(
  message: string,
  site: Awaited<ReturnType<typeof startTestSite>>,
  send: () => Promise<unknown>,
) {
  const lines: Line[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    for (const line of String(text).trim().split('\n')) lines.push(JSON.parse(line) as Line);
    return true;
  });
  const matching = () => lines.filter(({ msg }) => msg === message);
  const counted = () => matching().reduce((sum, { leftOut = 1 }) => sum + leftOut, 0);
  const start = performance.now();
  try {
    await Promise.all(Array.from({ length: REQUESTS }, send));
    while (counted() < REQUESTS) await wait(20);
    const written = matching().filter(({ leftOut }) => leftOut === undefined).length;
    return { written, counted: counted(), seconds: (performance.now() - start) / 1_000 };
  } finally {
    await site.stop();
  }
}

const FORM = { method: 'POST', body: new URLSearchParams({ name: 'Ruth' }) };

it('forms whose page cannot be rendered write five log lines a second, and the number of the rest', async () => {
  const render: BuiltSite['render'] = async ({ report, assets, memory }) => {
    report(new Error('out of order'));
    return renderFailure(500, assets, memory);
  };
  const site = await startTestSite({ LOG_LEVEL: 'error' }, {}, {}, { render });
  const send = async () => expect((await fetch(`${site.origin}/contact`, FORM)).status).toBe(500);

  const { written, counted, seconds } = await countLines('a page could not be rendered', site, send);

  expect(counted).toBe(REQUESTS);
  expect(written).toBeLessThanOrEqual(5 * (seconds + 1));
});

it('failed requests write five log lines a second, and the number of the rest', async () => {
  const broken = { render: () => Promise.reject(new Error('out of order')) };
  const site = await startTestSite({ LOG_LEVEL: 'error' }, {}, {}, broken);
  const send = async () => expect((await fetch(`${site.origin}/contact`, FORM)).status).toBe(500);

  const { written, counted, seconds } = await countLines('a request failed', site, send);

  expect(counted).toBe(REQUESTS);
  expect(written).toBeLessThanOrEqual(5 * (seconds + 1));
});

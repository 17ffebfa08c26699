import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';

/** A fresh module: it counts the reports of a page. */
async function aPage() {
  jest.resetModules();
  const { reportError, reportUncaughtErrors } = await import('./error-reports.ts');
  return { reportError, reportUncaughtErrors };
}

let sent: { url: string; body: Record<string, unknown>; token: string | null }[];
beforeEach(() => {
  sent = [];
  globalThis.fetch = (url, init) => {
    sent.push({
      url: String(url),
      body: JSON.parse(String(init?.body)),
      token: new Headers(init?.headers).get('authorization'),
    });
    return Promise.reject(new TypeError('Failed to fetch'));
  };
});
afterEach(() => localStorage.clear());

const waitForReports = (count: number) => waitFor(() => expect(sent).toHaveLength(count));
const messages = () => sent.map(({ body }) => body['message']);

describe('error reports', () => {
  it('contain error, address and time, without the token', async () => {
    localStorage.setItem('token', 'good');
    const { reportError } = await aPage();

    reportError(new RangeError('Too far'));
    await waitForReports(1);

    expect(sent[0]).toMatchObject({ url: '/api/logs/frontend', token: null });
    expect(sent[0]?.body).toMatchObject({
      level: 'error',
      message: 'Too far',
      meta: { name: 'RangeError', stack: expect.stringContaining('Too far') },
      url: location.href,
      userAgent: navigator.userAgent,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it('contain uncaught errors and rejections', async () => {
    const { reportUncaughtErrors } = await aPage();
    reportUncaughtErrors();

    window.dispatchEvent(new ErrorEvent('error', { error: new Error('Thrown'), message: 'Uncaught Error: Thrown' }));
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'Given up' }));
    await waitForReports(2);

    expect(messages()).toEqual(['Thrown', 'Given up']);
  });

  it('are limited to five, and never fail', async () => {
    const { reportError } = await aPage();

    for (let count = 0; count < 9; count += 1) reportError(new Error(`Fault ${count}`));
    await waitForReports(5);

    expect(messages()).toEqual([0, 1, 2, 3, 4].map((count) => `Fault ${count}`));
  });

  it('leave out ResizeObserver messages', async () => {
    const { reportError } = await aPage();

    reportError('ResizeObserver loop completed with undelivered notifications.');
    reportError(new Error('Another'));
    await waitFor(() => expect(messages()).toContain('Another'));

    expect(messages()).toEqual(['Another']);
  });
});

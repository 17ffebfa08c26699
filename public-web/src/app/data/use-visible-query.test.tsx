import '@testing-library/jest-dom/jest-globals';
import { photoQuery } from '@portfolio/api-client';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aPhoto } from '../../../test/fixtures.ts';
import { refetchAll, renderAt } from '../../../test/render-page.tsx';
import { useVisibleQuery } from './use-visible-query.ts';

const shown: string[] = [];

function Shown() {
  const { data, isError, isHidden, refetch } = useVisibleQuery((api) => photoQuery(api, 1));
  const text = isError ? 'failed' : data === undefined ? 'waiting' : data === null ? 'not found' : data.title;
  if (shown.at(-1) !== text) shown.push(text);
  return (
    <>
      <p>{isHidden ? `${text}, hidden` : text}</p>
      {isError && <button onClick={() => void refetch()}>Try Again</button>}
    </>
  );
}

/** Responses by user: statuses, or a title. */
function respond(visitor: number | string, administrator: number | string) {
  const requested: (string | null)[] = [];
  globalThis.fetch = (_, init) => {
    const token = new Headers(init?.headers).get('authorization');
    requested.push(token);
    const what = token ? administrator : visitor;
    const status = typeof what === 'number' ? what : 200;
    const body =
      status === 200 ? { photo: aPhoto({ title: String(what) }) } : { message: 'No', code: 'photo.not-found' };
    const headers = new Headers();
    return Promise.resolve({ ok: status === 200, status, headers, json: () => Promise.resolve(body) } as Response);
  };
  return requested;
}

const open = (token?: string) => {
  if (token) localStorage.setItem('token', token);
  shown.length = 0;
  return renderAt('/photo/1', <Shown />);
};

afterEach(() => localStorage.clear());

describe('useVisibleQuery', () => {
  it('requests as a visitor, signed in or not', async () => {
    const requested = respond('Harbour', 'Never requested');
    open('good');

    expect(await screen.findByText('Harbour')).toBeVisible();
    expect(requested).toEqual([null]);
  });

  it.each([
    ['a visitor', undefined, 'Harbour'],
    ['the administrator', 'good', 'Harbour, hidden'],
  ])('keeps the data for %s when a refetch fails', async (_, token, text) => {
    respond(token ? 404 : 'Harbour', 'Harbour');
    const { client } = open(token);
    await screen.findByText(text);

    const requested = respond(token ? 404 : 503, 503);
    await refetchAll(client);

    expect(requested.length).toBeGreaterThan(0);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('is null for a visitor after one 404', async () => {
    const requested = respond(404, 'Harbour');
    open();

    expect(await screen.findByText('not found')).toBeVisible();
    expect(requested).toEqual([null]);
  });

  it('fetches hidden data for the administrator, without being null meanwhile', async () => {
    const requested = respond(404, 'Harbour');
    open('good');

    expect(await screen.findByText('Harbour, hidden')).toBeVisible();
    expect(requested).toEqual([null, 'Bearer good']);
    expect(shown).toEqual(['waiting', 'Harbour']);
  });

  it('is null for the administrator after two 404s', async () => {
    respond(404, 404);
    open('good');

    expect(await screen.findByText('not found')).toBeVisible();
  });

  it('offers to repeat a failed request of the administrator', async () => {
    respond(404, 503);
    open('good');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByText('failed')).toBeVisible();

    const requested = respond(404, 'Harbour');
    fireEvent.click(retry);

    expect(await screen.findByText('Harbour, hidden')).toBeVisible();
    expect(requested).toEqual(['Bearer good']);
  });

  it('is null with an expired token', async () => {
    respond(404, 401);
    open('old');

    expect(await screen.findByText('not found')).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  });
});

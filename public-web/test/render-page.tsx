import { Api } from '@portfolio/api-client';
import type { ErrorView } from '@portfolio/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { useMemo, useState, type ReactNode } from 'react';
import { ApiContext, OriginContext } from '../src/app/data/contexts.ts';
import { createQueryClient } from '../src/app/data/query-client.ts';
import { locationAt, NavigationContext, ParamsContext, type Navigation } from '../src/app/router/navigation.ts';
import { findPage } from '../src/routes.tsx';

/** Responses by path under `/api`; a number is the status of a failure. */
export type CannedResponses = Record<string, unknown>;

/** Handler of a form: returns the body of the response, or throws a `Refused`. */
export type PostHandler = (sent: Record<string, unknown>) => unknown;

/** A failure with an error body. */
export class Refused extends Error {
  constructor(
    readonly view: Partial<ErrorView> & { statusCode: number },
    readonly headers: Record<string, string> = {},
  ) {
    super(view.message);
  }
}

/** Replaces `fetch` with these responses, which may change between calls. @returns the requested paths */
export function respondWith(responses: CannedResponses): string[] {
  const requested: string[] = [];
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/^.*\/api/, '');
    requested.push(path);
    let response: unknown = responses[path] ?? 404;
    let refusal: Refused | undefined;
    if (typeof response === 'function') {
      try {
        response = await (response as PostHandler)(JSON.parse(String(init?.body ?? null)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refusal = error;
        response = error.view.statusCode;
      }
    }
    const status = typeof response === 'number' ? response : 200;
    const failure = refusal?.view ?? { statusCode: status, message: 'No', code: 'route.not-found' };
    const body = status === 200 ? response : failure;
    const get = (name: string) => refusal?.headers[name] ?? null;
    return { ok: status < 400, status, headers: { get }, json: () => Promise.resolve(body) } as Response;
  };
  return requested;
}

/** Responds with 404 to requests without a token. */
export function hideFromVisitors(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (new Headers(init?.headers).has('authorization')) return fetch(input, init);
    const headers = { get: () => null };
    return Promise.resolve({ ok: false, status: 404, headers, json: () => Promise.resolve({}) } as unknown as Response);
  };
}

/** Refetches all queries. Observers are notified one turn of the event loop later. */
export const refetchAll = (client: QueryClient) =>
  act(async () => {
    await client.refetchQueries();
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Navigation in memory, without prefetches. */
function MemoryNavigation({ address, children }: { address: string; children: ReactNode }) {
  const [entries, setEntries] = useState(() => [locationAt(address, 'load')]);
  const navigation = useMemo<Navigation>(
    () => ({
      location: entries.at(-1) ?? locationAt(address, 'load'),
      prefetch: async () => undefined,
      navigate: (to, { replace = false, state } = {}) =>
        setEntries((before) => [
          ...before.slice(0, replace ? -1 : undefined),
          locationAt(to, replace ? 'replace' : 'push', {
            // A replaced entry keeps its key.
            key: replace ? (before.at(-1)?.key ?? '') : String(before.length),
            state,
          }),
        ]),
      back: () => setEntries((before) => (before.length > 1 ? before.slice(0, -1) : before)),
    }),
    [entries, address],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

/** Renders components at an address, without retries of failed requests. */
export function renderAt(address: string, children: ReactNode) {
  const client = createQueryClient({ onServer: true });
  const rendered = render(
    <QueryClientProvider client={client}>
      <ApiContext value={new Api()}>
        <OriginContext value="https://elin.example">
          <MemoryNavigation address={address}>
            <ParamsContext value={findPage(address).params}>{children}</ParamsContext>
          </MemoryNavigation>
        </OriginContext>
      </ApiContext>
    </QueryClientProvider>,
  );
  return { ...rendered, client };
}

import { Api } from '@portfolio/api-client';
import type { ErrorView } from '@portfolio/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ApiContext, SiteContext } from '../src/app/data/contexts.ts';
import { createQueryClient } from '../src/app/data/query-client.ts';
import { MemoryNavigation } from '../src/app/router/navigation-provider.tsx';
import { ParamsContext } from '../src/app/router/navigation.ts';
import { findPage } from '../src/routes.tsx';

/** What the API answers: keys are paths under `/api`, a number is the status of a failure. */
export type CannedAnswers = Record<string, unknown>;

/** An answer for forms: it gets what was sent, and gives the body, or throws a `Refused`. */
export type PostAnswer = (sent: Record<string, unknown>) => unknown;

/** A failure that says more than its status. */
export class Refused extends Error {
  constructor(
    readonly view: Partial<ErrorView> & { statusCode: number },
    readonly headers: Record<string, string> = {},
  ) {
    super(view.message);
  }
}

/** Stands for `fetch` with canned answers, which may be changed between calls. Returns the paths asked for. */
export function answerWith(answers: CannedAnswers): string[] {
  const asked: string[] = [];
  globalThis.fetch = async (input, init) => {
    const path = String(input).replace(/^.*\/api/, '');
    asked.push(path);
    let answer: unknown = answers[path] ?? 404;
    let refusal: Refused | undefined;
    if (typeof answer === 'function') {
      try {
        answer = await (answer as PostAnswer)(JSON.parse(String(init?.body ?? null)));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refusal = error;
        answer = error.view.statusCode;
      }
    }
    const status = typeof answer === 'number' ? answer : 200;
    const failure = refusal?.view ?? { statusCode: status, message: 'No', code: 'route.not-found' };
    const body = status === 200 ? answer : failure;
    const get = (name: string) => refusal?.headers[name] ?? null;
    return { ok: status < 400, status, headers: { get }, json: () => Promise.resolve(body) } as Response;
  };
  return asked;
}

/** Keeps the answers from everybody but the administrator. */
export function hideFromVisitors(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (new Headers(init?.headers).has('authorization')) return fetch(input, init);
    const headers = { get: () => null };
    return Promise.resolve({ ok: false, status: 404, headers, json: () => Promise.resolve({}) } as unknown as Response);
  };
}

/** Asks anew for everything that is shown, and lets the page hear of it: a query tells a turn of the event loop later. */
export const askAgain = (client: QueryClient) =>
  act(async () => {
    await client.refetchQueries();
    await new Promise((resolve) => setTimeout(resolve));
  });

/** Renders a part of the site at an address, without asking the API twice after a failure. Gives its query client too. */
export function renderAt(address: string, children: ReactNode) {
  const client = createQueryClient({ onServer: true });
  const rendered = render(
    <QueryClientProvider client={client}>
      <ApiContext value={new Api()}>
        <SiteContext value={{ origin: 'https://elin.example' }}>
          <MemoryNavigation address={address}>
            <ParamsContext value={findPage(address).params}>{children}</ParamsContext>
          </MemoryNavigation>
        </SiteContext>
      </ApiContext>
    </QueryClientProvider>,
  );
  return { ...rendered, client };
}

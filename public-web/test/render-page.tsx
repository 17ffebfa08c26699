import { Api } from '@portfolio/api-client';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ApiContext } from '../src/app/api-context.ts';
import { createQueryClient } from '../src/app/query-client.ts';
import { MemoryNavigation } from '../src/app/navigation/memory-navigation.tsx';
import { ParamsContext } from '../src/app/navigation/navigation.ts';
import { findPage } from '../src/routes.tsx';
import { SiteContext } from '../src/app/site.ts';

/** What the API answers: keys are paths under `/api`, a number is the status of a failure. */
export type CannedAnswers = Record<string, unknown>;

/** Stands for `fetch` with canned answers, which may be changed between calls. Returns the paths asked for. */
export function answerWith(answers: CannedAnswers): string[] {
  const asked: string[] = [];
  globalThis.fetch = (input) => {
    const path = String(input).replace(/^.*\/api/, '');
    asked.push(path);
    const answer = answers[path] ?? 404;
    const status = typeof answer === 'number' ? answer : 200;
    const body = status === 200 ? answer : { statusCode: status, message: 'No', code: 'route.not-found' };
    return Promise.resolve({ ok: status < 400, status, json: () => Promise.resolve(body) } as Response);
  };
  return asked;
}

/** Renders a part of the site at an address, without asking the API twice after a failure. */
export function renderAt(address: string, children: ReactNode) {
  const client = createQueryClient({ onServer: true });
  return render(
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
}

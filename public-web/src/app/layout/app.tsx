import type { Api } from '@portfolio/api-client';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiContext } from '../data/api-context.ts';
import { Document } from './document.tsx';
import { FormStateContext, type FormState } from '../forms/form-state.ts';
import { SiteContext, type Site } from '../data/site.ts';

export interface AppProps {
  api: Api;
  client: QueryClient;
  site: Site;
  /** The form that came back, where one did. */
  form?: FormState | undefined;
  /** What the document carries to the browser: JSON with no `<` in it. */
  state: string;
  /** The router with the pages. */
  children: ReactNode;
}

/** The public site as one document. */
export function App({ api, client, site, form, state, children }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <SiteContext value={site}>
          <FormStateContext value={form ?? null}>
            <Document state={state}>{children}</Document>
          </FormStateContext>
        </SiteContext>
      </ApiContext>
    </QueryClientProvider>
  );
}

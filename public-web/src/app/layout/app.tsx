import type { Api } from '@portfolio/api-client';
import type { Theme } from '@portfolio/contracts';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiContext, OriginContext } from '../data/contexts.ts';
import { useSettings } from '../data/settings.ts';
import { FormStateContext, type FormState } from '../forms/form-state.ts';

/** Id of the element with the page's state. */
export const STATE_ID = 'page-state';

interface AppProps {
  api: Api;
  client: QueryClient;
  origin: string;
  /** A form that was sent without JavaScript and has errors. */
  form?: FormState | undefined;
  /** State for hydration: JSON without `<`. */
  state: string;
  /** Elements of the head that the server alone renders. */
  head?: ReactNode;
  children: ReactNode;
}

/** The public site as a document. Its children are a NavigationContext with the pages. */
export function App({ api, client, origin, form, ...documentProps }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <OriginContext value={origin}>
          <FormStateContext value={form ?? null}>
            <Document {...documentProps} />
          </FormStateContext>
        </OriginContext>
      </ApiContext>
    </QueryClientProvider>
  );
}

function Document({ state, head, children }: Pick<AppProps, 'state' | 'head' | 'children'>) {
  const { theme, language } = useSettings();
  return (
    // The inline theme script sets `data-chosen` before hydration.
    <html lang={language} data-theme={themeAttribute(theme)} suppressHydrationWarning>
      <head>
        {head}
        <DocumentMeta theme={theme} />
      </head>
      <body>
        {children}
        <script id={STATE_ID} type="application/json" dangerouslySetInnerHTML={{ __html: state }} />
      </body>
    </html>
  );
}

/** `data-theme` of the document; light is the default. */
export const themeAttribute = (theme: Theme) => (theme === 'light' ? undefined : theme);

/** Head elements of every document. Browsers use the first theme colour whose media query matches. */
export function DocumentMeta({ theme }: { theme: Theme }) {
  const isAuto = theme === 'auto';
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {theme !== 'light' && (
        <meta name="theme-color" content="#111110" media={isAuto ? '(prefers-color-scheme: dark)' : undefined} />
      )}
      {theme !== 'dark' && <meta name="theme-color" content="#faf9f6" />}
      <meta name="color-scheme" content={isAuto ? 'light dark' : theme} />
    </>
  );
}

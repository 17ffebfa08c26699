import type { ReactNode } from 'react';
import { useSettings } from './settings.ts';

/** The element that carries what the server knows to the browser. */
export const STATE_ID = 'page-state';

export interface DocumentProps {
  /** JSON with no `<` in it. */
  state: string;
  children: ReactNode;
}

/** The HTML document. Server and browser both render it whole. */
export function Document({ state, children }: DocumentProps) {
  const { darkTheme } = useSettings();
  return (
    <html lang="en" data-theme={darkTheme ? 'dark' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={darkTheme ? '#111110' : '#faf9f6'} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        {children}
        <script id={STATE_ID} type="application/json" dangerouslySetInnerHTML={{ __html: state }} />
      </body>
    </html>
  );
}

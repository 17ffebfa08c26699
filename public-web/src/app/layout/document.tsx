import type { ReactNode } from 'react';
import { DocumentMeta } from '../seo/document-meta.tsx';
import { useSettings } from '../data/settings.ts';

/** The element that carries what the server knows to the browser. */
export const STATE_ID = 'page-state';

export interface DocumentProps {
  /** JSON with no `<` in it. */
  state: string;
  children: ReactNode;
}

/** The HTML document. Server and browser both render it whole. */
export function Document({ state, children }: DocumentProps) {
  const { darkTheme, language } = useSettings();
  return (
    <html lang={language} data-theme={darkTheme ? 'dark' : undefined}>
      <head>
        <DocumentMeta darkTheme={darkTheme} />
      </head>
      <body>
        {children}
        <script id={STATE_ID} type="application/json" dangerouslySetInnerHTML={{ __html: state }} />
      </body>
    </html>
  );
}

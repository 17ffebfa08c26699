import { ERRORS, type PublicSettingsView } from '@portfolio/contracts';
import layout from '../layout/layout.module.css';
import { NAMELESS, NO_SETTINGS } from '../data/settings.ts';
import { DocumentMeta } from '../seo/document-meta.tsx';
import notice from './notice.module.css';
import text from './text.module.css';

export interface FailurePageProps {
  status: number;
  /** As they were last known. */
  settings?: PublicSettingsView | undefined;
}

/** What there is to know about a failure beside that it is one, by status. */
const REASONS: Partial<Record<number, string>> = {
  400: 'This address cannot be read.',
  405: 'Method not allowed.',
  413: 'What was sent is too large.',
  415: 'What was sent cannot be read.',
  503: ERRORS['service.unavailable'].message,
};

/** The document sent when a page cannot be rendered at all. It stands without JavaScript, and without the API. */
export function FailurePage({ status, settings = NO_SETTINGS }: FailurePageProps) {
  const reason = REASONS[status];
  return (
    <html lang={settings.language} data-theme={settings.darkTheme ? 'dark' : undefined}>
      <head>
        <DocumentMeta darkTheme={settings.darkTheme} />
        <meta name="robots" content="noindex" />
        <title>Something went wrong</title>
      </head>
      <body>
        <div className={layout.site}>
          <header className={layout.header}>
            <a href="/" className={layout.name} dir="auto">
              {settings.siteTitle || NAMELESS}
            </a>
          </header>
          <main className={layout.main} lang="en">
            <div className={notice.page}>
              <h1 className={notice.title}>Oops!</h1>
              <p className={notice.text}>Something went wrong</p>
              {reason && <p>{reason}</p>}
              <a className={`${text.framed} ${notice.action}`} href="">
                Try Again
              </a>
            </div>
          </main>
          <footer className={layout.footer}>
            <p dir="auto">{settings.copyrightLine}</p>
          </footer>
        </div>
      </body>
    </html>
  );
}

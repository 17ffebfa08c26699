import { ERRORS } from '@portfolio/contracts';
import { Notice } from '@portfolio/ui/notice';
import { NAMELESS, NO_SETTINGS, type PageSettings } from '../data/settings.ts';
import { DocumentMeta, themeAttribute } from '../layout/app.tsx';
import { DocumentLinks } from '../layout/static-head.tsx';
import layout from '../layout/layout.module.css';
import text from './text.module.css';

interface FailurePageProps {
  status: number;
  /** The last known ones. */
  settings?: PageSettings | undefined;
}

const REASONS: Partial<Record<number, string>> = {
  400: 'This address cannot be read.',
  405: 'Method not allowed.',
  413: 'The submitted data is too large.',
  415: 'The format of the submitted data is not supported.',
  503: ERRORS['service.unavailable'].message,
};

/** Error document that needs neither JavaScript nor the API. */
export function FailurePage({ status, settings = NO_SETTINGS }: FailurePageProps) {
  const reason = REASONS[status];
  return (
    <html lang={settings.language} data-theme={themeAttribute(settings.theme)}>
      <head>
        <DocumentMeta theme={settings.theme} />
        <DocumentLinks />
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
            <Notice
              heading="h1"
              title="Oops!"
              action={
                <>
                  {reason && <p>{reason}</p>}
                  <a className={text.framed} href="">
                    Try Again
                  </a>
                </>
              }
            >
              Something went wrong
            </Notice>
          </main>
          <footer className={layout.footer}>
            <p dir="auto">{settings.copyrightLine}</p>
          </footer>
        </div>
      </body>
    </html>
  );
}

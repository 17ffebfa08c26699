import { chosenTheme } from './chosen-theme.ts';

/** The page's one inline script. */
export const INLINE_SCRIPT = `(${chosenTheme.toString()})()`;

/**
 * Head elements that no script changes, so that visitors' scripts leave them out.
 *
 * @param refusesAi asks AI crawlers to leave; the server adds its header to pages with this tag
 */
export function StaticHead({ refusesAi }: { refusesAi: boolean | undefined }) {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />
      {refusesAi && <meta name="robots" content="noai, noimageai" />}
      <DocumentLinks />
    </>
  );
}

/** Icons, manifest and feeds. */
export function DocumentLinks() {
  return (
    <>
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title="New photographs" href="/feed.xml" />
      <link rel="alternate" type="application/feed+json" title="New photographs" href="/feed.json" />
    </>
  );
}

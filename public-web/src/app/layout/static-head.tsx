import { chosenTheme } from './chosen-theme.ts';

/** The page's one inline script. */
export const INLINE_SCRIPT = `(${chosenTheme.toString()})()`;

/** Head elements that never change, so that visitors' scripts leave them out. */
export function StaticHead() {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: INLINE_SCRIPT }} />
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

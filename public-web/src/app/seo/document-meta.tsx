/** What the head of every document says before anything else: how it is written, and what it looks like. */
export function DocumentMeta({ darkTheme }: { darkTheme: boolean }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content={darkTheme ? '#111110' : '#faf9f6'} />
      <meta name="color-scheme" content={darkTheme ? 'dark' : 'light'} />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/site.webmanifest" />
      <link rel="alternate" type="application/rss+xml" title="New photographs" href="/feed.xml" />
      <link rel="alternate" type="application/feed+json" title="New photographs" href="/feed.json" />
    </>
  );
}

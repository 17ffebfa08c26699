/** What the head of every document says before anything else: how it is written, and what it looks like. */
export function Look({ darkTheme }: { darkTheme: boolean }) {
  return (
    <>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="theme-color" content={darkTheme ? '#111110' : '#faf9f6'} />
      <meta name="color-scheme" content={darkTheme ? 'dark' : 'light'} />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    </>
  );
}

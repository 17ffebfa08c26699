import styles from './notice.module.css';

/** The document sent when a page cannot be rendered at all. It stands without JavaScript. */
export function FailurePage() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Something went wrong</title>
      </head>
      <body>
        <main className={styles.alone}>
          <h1 className={styles.title}>Oops!</h1>
          <p className={styles.text}>Something went wrong</p>
          <a className={styles.action} href="">
            Try Again
          </a>
        </main>
      </body>
    </html>
  );
}

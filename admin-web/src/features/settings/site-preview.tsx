import styles from './site-preview.module.css';

export interface SitePreviewProps {
  /** Address of the background image. */
  picture: string | undefined;
  /** Whether the picture is behind the whole page, or behind the title section alone. */
  isFullPage: boolean;
  isDark: boolean;
  siteName: string;
  heroText: string;
  callToAction: string;
}

/**
 * The top of the home page, drawn small: the measures of the public site's own at 1280 px, its tokens and its veil. It is a
 * picture to those who listen, and nothing in it can be used.
 */
export function SitePreview({ picture, isFullPage, isDark, siteName, heroText, callToAction }: SitePreviewProps) {
  const isBehindPage = picture !== undefined && isFullPage;
  const isBehindOpening = picture !== undefined && !isFullPage;
  const where = isBehindPage ? 'the background image behind the whole page' : 'the background image behind its title';
  return (
    <figure className={styles.preview}>
      <div
        role="img"
        aria-label={`The home page in ${isDark ? 'dark' : 'light'} theme, with ${picture ? where : 'no background image'}. It says: ${heroText}`}
        className={styles.frame}
        data-theme={isDark ? 'dark' : 'light'}
      >
        <div className={styles.page} data-ground={isBehindPage ? 'page' : undefined}>
          {isBehindPage && <img src={picture} alt="" className={`${styles.picture} ${styles.veiled}`} />}
          {isBehindPage && <span className={styles.veil} />}
          <p className={styles.header}>
            <span className={styles.name} dir="auto">
              {siteName}
            </span>
            <span className={styles.menu}>
              <span>Home</span>
              <span>Galleries</span>
              <span>About</span>
            </span>
          </p>
          <div
            className={isBehindOpening ? `${styles.opening} ${styles.pictured}` : styles.opening}
            data-ground={isBehindOpening ? 'opening' : undefined}
          >
            {isBehindOpening && <img src={picture} alt="" className={styles.picture} />}
            <div className={styles.words}>
              <p className={styles.title} dir="auto">
                {heroText}
              </p>
              <p className={styles.call} dir="auto">
                {callToAction}
              </p>
            </div>
          </div>
          <div className={styles.galleries}>
            <span />
            <span />
            <span />
          </div>
        </div>
      </div>
      <figcaption className={styles.caption}>Preview of the home page</figcaption>
    </figure>
  );
}

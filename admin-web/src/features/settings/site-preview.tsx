import { isBlank, SETTINGS, siteTitle, type WebsiteSettingsView } from '@portfolio/contracts';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './site-preview.module.css';
import type { Texts } from './texts/use-site-texts-form.ts';

interface SitePreviewProps {
  /** Address of the background image. */
  picture: string | undefined;
  /** Picture behind the whole page instead of the title section. */
  isFullPage: boolean;
  isDark: boolean;
  siteName: string;
  heroText: string;
  callToAction: string;
}

/** Top of the home page at 1280 px, scaled down. Screen readers get one image with a description. */
function SitePreview({ picture, isFullPage, isDark, siteName, heroText, callToAction }: SitePreviewProps) {
  const isBehindPage = picture !== undefined && isFullPage;
  const isBehindOpening = picture !== undefined && !isFullPage;
  const position = isBehindPage
    ? 'the background image behind the whole page'
    : 'the background image behind its title';
  return (
    <figure className={styles.preview}>
      <div
        role="img"
        aria-label={`The home page in ${isDark ? 'dark' : 'light'} theme, with ${picture ? position : 'no background image'}. It says: ${heroText}`}
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
            <div className={styles.text}>
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

/** Title of a site without a name. */
const DEFAULT_TITLE = 'Portfolio';

export interface LivePreviewProps {
  settings: WebsiteSettingsView['settings'];
  /** Address of a selected image before its upload. */
  pickedUrl: string | undefined;
  texts: UseFormReturn<Texts>;
}

/** Preview with the saved settings, the selected image and the typed texts. */
export function LivePreview({ settings, pickedUrl, texts }: LivePreviewProps) {
  const { api } = useAdmin();
  const [hero_text, call, site_title, artist_name] = useWatch({
    control: texts.control,
    name: ['hero_text', 'hero_call_to_action', 'site_title', 'artist_name'],
  });
  const { value } = settings.background_image;
  return (
    <SitePreview
      picture={pickedUrl ?? (value ? api.fileAddress(value) : undefined)}
      isFullPage={settings.full_page_background.value === 'true'}
      isDark={settings.dark_theme.value === 'true'}
      siteName={siteTitle({ site_title, artist_name }) || DEFAULT_TITLE}
      heroText={isBlank(hero_text) ? SETTINGS.hero_text.default : hero_text}
      callToAction={isBlank(call) ? SETTINGS.hero_call_to_action.default : call}
    />
  );
}

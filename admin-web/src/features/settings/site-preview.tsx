import { focalPoint, isBlank, SETTINGS, siteTitle, type WebsiteSettingsView } from '@portfolio/contracts';
import { focalPointStyle } from '@portfolio/ui';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './site-preview.module.css';
import type { TextName, Texts } from './texts/text-groups.ts';

export interface SitePreviewProps {
  settings: WebsiteSettingsView['settings'];
  /** Address of a selected image before its upload. */
  pickedUrl?: string | undefined;
  /** Typed texts. */
  texts?: Partial<Texts>;
}

/**
 * Top of the home page at 1280 px, scaled down, with the saved settings, the selected image and the typed texts. Screen
 * readers get one image with a description.
 */
export function SitePreview({ settings, pickedUrl, texts = {} }: SitePreviewProps) {
  const { api } = useAdmin();
  const textOf = (name: TextName) => texts[name] ?? settings[name].value;
  const [hero, callToAction] = (['hero_text', 'hero_call_to_action'] as const).map((name) =>
    isBlank(textOf(name)) ? SETTINGS[name].default : textOf(name),
  );
  const { value, status } = settings.background_image;
  const picture = pickedUrl ?? (value ? api.fileAddress(value) : undefined);
  // The saved focal point does not belong to a selected image, nor to one that is being processed.
  const usesFocalPoint = !pickedUrl && status !== 'processing';
  const focalStyle = usesFocalPoint ? focalPointStyle(focalPoint(settings.background_focus.value)) : undefined;
  const theme = settings.theme.value;
  const isFullPage = settings.full_page_background.value === 'true';
  const isBehindPage = picture !== undefined && isFullPage;
  const isBehindHero = picture !== undefined && !isFullPage;
  const pictureDescription = isFullPage
    ? 'the background image behind the whole page'
    : 'the background image behind its title';
  return (
    <figure className={styles.preview}>
      <div
        role="img"
        aria-label={`The home page in ${theme === 'auto' ? 'the system’s' : theme} theme, with ${picture ? pictureDescription : 'no background image'}. It says: ${hero}`}
        className={styles.frame}
        data-theme={theme}
      >
        <div className={styles.page} data-background={isBehindPage ? 'page' : undefined}>
          {isBehindPage && <img src={picture} alt="" className={styles.picture} style={focalStyle} />}
          {isBehindPage && <span className={styles.veil} />}
          <p className={styles.header}>
            <span className={styles.name} dir="auto">
              {siteTitle({ site_title: textOf('site_title'), artist_name: textOf('artist_name') }) || 'Portfolio'}
            </span>
            <span className={styles.menu}>
              <span>Home</span>
              <span>Galleries</span>
              <span>About</span>
            </span>
          </p>
          <div
            className={isBehindHero ? `${styles.hero} ${styles.pictured}` : styles.hero}
            data-background={isBehindHero ? 'hero' : undefined}
          >
            {isBehindHero && <img src={picture} alt="" className={styles.picture} style={focalStyle} />}
            <div className={styles.text}>
              <p className={styles.title} dir="auto">
                {hero}
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

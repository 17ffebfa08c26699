import { focalPoint, isBlank, SETTINGS, siteTitle, type WebsiteSettingsView } from '@portfolio/contracts';
import { focusStyle } from '@portfolio/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './site-preview.module.css';
import type { Texts } from './texts/text-groups.ts';

export interface SitePreviewProps {
  settings: WebsiteSettingsView['settings'];
  /** Address of a selected image before its upload. */
  pickedUrl: string | undefined;
  texts: UseFormReturn<Texts>;
}

/**
 * Top of the home page at 1280 px, scaled down, with the saved settings, the selected image and the typed texts. Screen
 * readers get one image with a description.
 */
export function SitePreview({ settings, pickedUrl, texts }: SitePreviewProps) {
  const { api } = useAdmin();
  const [hero_text, call, site_title, artist_name] = useWatch({
    control: texts.control,
    name: ['hero_text', 'hero_call_to_action', 'site_title', 'artist_name'],
  });
  const title = isBlank(hero_text) ? SETTINGS.hero_text.default : hero_text;
  const { value } = settings.background_image;
  const picture = pickedUrl ?? (value ? api.fileAddress(value) : undefined);
  const focus = pickedUrl ? undefined : focusStyle(focalPoint(settings.background_focus.value));
  const theme = settings.theme.value;
  const isFullPage = settings.full_page_background.value === 'true';
  const isBehindPage = picture !== undefined && isFullPage;
  const isBehindOpening = picture !== undefined && !isFullPage;
  const position = isFullPage ? 'the background image behind the whole page' : 'the background image behind its title';
  return (
    <figure className={styles.preview}>
      <div
        role="img"
        aria-label={`The home page in ${theme === 'auto' ? 'the system’s' : theme} theme, with ${picture ? position : 'no background image'}. It says: ${title}`}
        className={styles.frame}
        data-theme={theme}
      >
        <div className={styles.page} data-ground={isBehindPage ? 'page' : undefined}>
          {isBehindPage && <img src={picture} alt="" className={styles.picture} style={focus} />}
          {isBehindPage && <span className={styles.veil} />}
          <p className={styles.header}>
            <span className={styles.name} dir="auto">
              {siteTitle({ site_title, artist_name }) || 'Portfolio'}
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
            {isBehindOpening && <img src={picture} alt="" className={styles.picture} style={focus} />}
            <div className={styles.text}>
              <p className={styles.title} dir="auto">
                {title}
              </p>
              <p className={styles.call} dir="auto">
                {isBlank(call) ? SETTINGS.hero_call_to_action.default : call}
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

import type { PictureView, PublicSettingsView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { factor } from '@portfolio/ui/photo-layout/full-width';
import { useSettings } from '../data/settings.ts';
import styles from './background.module.css';

/** What an image lies behind: the whole page, a hero, or a hero as high as the viewport. */
export type BackgroundArea = 'page' | 'hero' | 'window';

export type BackgroundPicture = NonNullable<PublicSettingsView['background']>;

/** The background image; null if the artist has none or set it elsewhere. */
export function useBackground(area: 'page' | 'hero'): BackgroundPicture | null {
  const { background, fullPageBackground } = useSettings();
  return background?.renditions.length && fullPageBackground === (area === 'page') ? background : null;
}

/** As in the styles, in `vh` (see full-width.ts). */
const HEIGHTS = {
  page: '100vh',
  hero: 'clamp(34rem, 100vh - 4rem, max(60rem, 45vw))',
  window: 'max(24rem, 100vh)',
};

/** `sizes` of the image: the viewport's width, or more where the height in the styles crops the sides. */
export function backgroundSizes(
  { width, height }: Pick<PictureView, 'width' | 'height'>,
  area: BackgroundArea,
): string {
  const ratio = factor(width && height ? width / height : 1.5);
  return `max(100vw, ${ratio} * ${HEIGHTS[area]})`;
}

/** Decorative image: hidden from screen readers and print. In a hero it is the main picture of the page. */
export function Background({ picture, area }: { picture: BackgroundPicture; area: BackgroundArea }) {
  return (
    <div className={area === 'page' ? `${styles.background} ${styles.page}` : styles.background}>
      <Picture
        key={picture.renditions[0]?.url}
        picture={{ ...picture, title: '', alt_text: null }}
        sizes={backgroundSizes(picture, area)}
        priority={area !== 'page'}
        loading="eager"
        className={styles.picture}
      />
    </div>
  );
}

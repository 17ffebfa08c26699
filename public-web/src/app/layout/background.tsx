import type { PictureView, PublicSettingsView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { factor } from '@portfolio/ui/photo-layout/full-width';
import { useSettings } from '../data/settings.ts';
import styles from './background.module.css';

/** Behind the whole page, behind a hero, or behind a hero in the whole window. */
export type Ground = 'page' | 'opening' | 'window';

export type BackgroundPicture = NonNullable<PublicSettingsView['background']>;

/** The background image; null if the artist has none or set it elsewhere. */
export function useBackground(ground: 'page' | 'opening'): BackgroundPicture | null {
  const { background, fullPageBackground } = useSettings();
  return background?.renditions.length && fullPageBackground === (ground === 'page') ? background : null;
}

/** As in the styles, in `vh` (see full-width.ts). */
const HEIGHTS = {
  page: '100vh',
  opening: 'clamp(34rem, 100vh - 4rem, max(60rem, 45vw))',
  window: 'max(24rem, 100vh)',
};

/** `sizes` of the image: the window's width, or more where the height in the styles crops the sides. */
export function backgroundSizes({ width, height }: Pick<PictureView, 'width' | 'height'>, ground: Ground): string {
  const ratio = factor(width && height ? width / height : 1.5);
  return `max(100vw, ${ratio} * ${HEIGHTS[ground]})`;
}

/** Decorative image: hidden from screen readers and print. In a hero it is the main picture of the page. */
export function Background({ picture, ground }: { picture: BackgroundPicture; ground: Ground }) {
  return (
    <div className={styles[ground]}>
      <Picture
        key={picture.renditions[0]?.url}
        picture={{ ...picture, title: '', alt_text: null }}
        sizes={backgroundSizes(picture, ground)}
        priority={ground !== 'page'}
        eager
        className={styles.picture}
      />
    </div>
  );
}

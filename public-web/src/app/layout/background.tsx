import type { PublicSettingsView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import { factor } from '../components/full-width.ts';
import { useSettings } from '../data/settings.ts';
import styles from './background.module.css';

/** Behind the whole page, or behind the hero of the home page. */
export type Ground = 'page' | 'opening';

type BackgroundPicture = NonNullable<PublicSettingsView['background']>;

/** The background image; null if the artist has none or set it elsewhere. */
export function useBackground(ground: Ground): BackgroundPicture | null {
  const { background, fullPageBackground } = useSettings();
  return background?.renditions.length && fullPageBackground === (ground === 'page') ? background : null;
}

/** `sizes` of the image: the window's width, or more where the height in the styles crops the sides. */
export function backgroundSizes({ width, height }: BackgroundPicture, ground: Ground): string {
  const ratio = factor(width && height ? width / height : 1.5);
  const shownHeight = ground === 'page' ? '100lvh' : 'clamp(34rem, 100svh - 4rem, 60rem)';
  return `max(100vw, ${ratio} * ${shownHeight})`;
}

/** Decorative background image: hidden from screen readers and print. In the hero it is the main picture. */
export function Background({ picture, ground }: { picture: BackgroundPicture; ground: Ground }) {
  return (
    <div className={styles[ground]}>
      <Picture
        key={picture.renditions[0]?.url}
        picture={{ ...picture, title: '', alt_text: null }}
        sizes={backgroundSizes(picture, ground)}
        priority={ground === 'opening'}
        eager
        className={styles.picture}
      />
    </div>
  );
}

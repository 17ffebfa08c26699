import type { PublicSettingsView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import styles from './background.module.css';
import { factor } from '../components/full-width.ts';
import { useSettings } from '../data/settings.ts';

/** What the artist's picture is the ground of. */
export type Ground = 'page' | 'opening';

type BackgroundPicture = NonNullable<PublicSettingsView['background']>;

/** The picture that is the ground of this part; null where the artist has none, or has it elsewhere. */
export function useBackground(ground: Ground): BackgroundPicture | null {
  const { background, fullPageBackground } = useSettings();
  return background?.renditions.length && fullPageBackground === (ground === 'page') ? background : null;
}

/** `sizes` of the picture: the window's width, or more where its height, as in the styles, cuts the picture at its sides. */
export function backgroundSizes({ width, height }: BackgroundPicture, ground: Ground): string {
  const ratio = factor(width && height ? width / height : 1.5);
  const shownHeight = ground === 'page' ? '100lvh' : 'clamp(34rem, 100svh - 7.5rem, 56rem)';
  return `max(100vw, ${ratio} * ${shownHeight})`;
}

export interface BackgroundProps {
  picture: BackgroundPicture;
  ground: Ground;
}

/**
 * The artist's picture behind what shares its place with it. It is an ornament: those who listen to a page do not hear of
 * it, and it is not printed. The ground of an opening is the main picture of its page.
 */
export function Background({ picture, ground }: BackgroundProps) {
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

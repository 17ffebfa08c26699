import type { PublicSettingsView } from '@portfolio/contracts';
import { Picture } from '@portfolio/ui/picture';
import styles from './background.module.css';
import { useSettings } from './settings.ts';

/** What the artist's picture is the ground of. */
export type Ground = 'page' | 'opening';

type BackgroundPicture = NonNullable<PublicSettingsView['background']>;

/** The picture that is the ground of this part; null where the artist has none, or has it elsewhere. */
export function useBackground(ground: Ground): BackgroundPicture | null {
  const { background, fullPageBackground } = useSettings();
  return background?.renditions.length && fullPageBackground === (ground === 'page') ? background : null;
}

/**
 * The width at which the picture is fetched: that of the window, or more where the picture is cut at its sides to be as high as
 * its place. Behind a veil it need not be as sharp as the screen, and least on a phone with its three pixels for each of CSS.
 */
function sizesOf({ width, height }: BackgroundPicture, ground: Ground): string {
  const ratio = width && height ? width / height : 1.5;
  const widthFor = (share: number) => `${Math.round(ratio * share)}vh`;
  return ground === 'page'
    ? `max(60vw, ${widthFor(40)})`
    : `(max-width: 40rem) max(100vw, ${widthFor(35)}), max(100vw, ${widthFor(80)})`;
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
        sizes={sizesOf(picture, ground)}
        priority={ground === 'opening'}
        eager
        className={styles.picture}
      />
    </div>
  );
}

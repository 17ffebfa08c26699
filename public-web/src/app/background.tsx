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

/** Share of the window's height that the opening is high, and by how much less sharp the veiled ground of a page may be. */
const HEIGHT = { opening: 80, page: 60 };

/** The width at which the picture is drawn, which is more than the window's where that is narrower than the picture. */
function sizesOf({ width, height }: BackgroundPicture, ground: Ground): string {
  const ratio = width && height ? width / height : 1.5;
  return `max(${ground === 'page' ? 60 : 100}vw, ${Math.round(ratio * HEIGHT[ground])}vh)`;
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

import type { GalleryLayout, InterludeView } from '@portfolio/contracts';
import { Fragment, type Key, type ReactNode } from 'react';
import { arrange, IN_VIEW } from './arrange.ts';
import { typicalRatio } from './columns.ts';
import { GALLERY_PAGE_SIZE } from './page-size.ts';
import styles from './photo-layout.module.css';

/** Classes of a tile's content. */
export { default as tileStyles } from './photo-layout.module.css';

interface Tile {
  id: Key;
  width: number | null;
  height: number | null;
}

/** What a tile needs to load its picture. */
export interface TilePicture {
  sizes: string;
  /** Probably the largest in view at first. */
  priority: boolean;
  /** `high` if it is probably in view at first. */
  fetchPriority: 'high' | undefined;
}

interface PhotoLayoutProps<T extends Tile> {
  layout: GalleryLayout;
  /** In the gallery's order. */
  photos: T[];
  /** Texts and pauses before photos. */
  interludes?: InterludeView[];
  /** No photos will follow. */
  isComplete: boolean;
  children: (photo: T, picture: TilePicture) => ReactNode;
}

/** Ratio of width to height; an ordinary one while unknown. */
const ratioOf = ({ width, height }: Tile) => (width && height ? Number((width / height).toFixed(4)) : 1.5);

/** Photos of a gallery in its layout, with a list for each run between two texts. Document order is the gallery's order. */
export function PhotoLayout<T extends Tile>({ layout, photos, interludes, isComplete, children }: PhotoLayoutProps<T>) {
  // Later pages change no column.
  const typical = typicalRatio(photos.slice(0, GALLERY_PAGE_SIZE).map(ratioOf));
  const sections = sectionsOf(photos, interludes ?? []);
  return sections.map(({ start, lead, items }, section) => {
    const { className, style, tiles } = arrange(layout, {
      ratios: items.map(ratioOf),
      start,
      typical,
      isComplete: isComplete || section < sections.length - 1,
    });
    return (
      <Fragment key={start}>
        {lead.map(({ text }, index) =>
          text === null ? (
            <div key={index} className={styles.pause} />
          ) : (
            <p key={index} className={styles.text} dir="auto">
              {text}
            </p>
          ),
        )}
        <ul className={className} style={style}>
          {items.map((photo, index) => {
            const tile = tiles[index]!;
            const fetchPriority = start + index < IN_VIEW ? 'high' : undefined;
            return (
              <li key={photo.id} className={tile.className} style={tile.style}>
                {children(photo, { sizes: tile.sizes, priority: start + index === 0, fetchPriority })}
              </li>
            );
          })}
        </ul>
      </Fragment>
    );
  });
}

/** Splits photos before each text or pause. */
function sectionsOf<T extends Tile>(photos: T[], interludes: InterludeView[]) {
  const leads = new Map<unknown, InterludeView[]>();
  for (const interlude of interludes) {
    const { before } = interlude;
    leads.set(before, [...(leads.get(before) ?? []), interlude]);
  }
  const sections: { start: number; lead: InterludeView[]; items: T[] }[] = [];
  photos.forEach((photo, start) => {
    const lead = leads.get(photo.id) ?? [];
    if (start === 0 || lead.length > 0) sections.push({ start, lead, items: [] });
    sections.at(-1)!.items.push(photo);
  });
  return sections;
}

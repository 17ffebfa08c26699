import type { GalleryLayout } from '@portfolio/contracts';
import type { Key, ReactNode } from 'react';
import { arrange, IN_VIEW } from './arrange.ts';
import { typicalRatio } from './columns.ts';
import { GALLERY_PART } from './part.ts';
import styles from './photo-layout.module.css';

/** Classes of a tile's content. */
export const tileStyles = styles;

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
  /** Probably in view at first. */
  early: boolean;
}

interface PhotoLayoutProps<T extends Tile> {
  layout: GalleryLayout;
  /** In the gallery's order. */
  photos: T[];
  /** No photos will follow. */
  isComplete: boolean;
  /** Content of a tile. */
  children: (photo: T, picture: TilePicture) => ReactNode;
}

/** Ratio of width to height; an ordinary one while unknown. */
export const ratioOf = ({ width, height }: Pick<Tile, 'width' | 'height'>) =>
  width && height ? Number((width / height).toFixed(4)) : 1.5;

/** Photos of a gallery in its layout. Document order is the gallery's order. */
export function PhotoLayout<T extends Tile>({ layout, photos, isComplete, children }: PhotoLayoutProps<T>) {
  const ratios = photos.map(ratioOf);
  // Further parts change no column.
  const typical = typicalRatio(ratios.slice(0, GALLERY_PART));
  const { className, style, tiles } = arrange(layout, { ratios, start: 0, typical, isComplete });
  return (
    <ul className={className} style={style}>
      {photos.map((photo, index) => {
        const tile = tiles[index]!;
        return (
          <li key={photo.id} className={tile.className} style={tile.style}>
            {children(photo, { sizes: tile.sizes, priority: index === 0, early: index < IN_VIEW })}
          </li>
        );
      })}
    </ul>
  );
}

import { RENDITION_FORMATS, type RenditionFormat, type RenditionView } from '@portfolio/contracts';
import type { Picture, Rendition } from '@portfolio/database';

type Rendered = Pick<Picture, 'renditions'>;

/** Renditions in one format, smallest first. */
export const inFormat = ({ renditions }: Rendered, format: RenditionFormat): Rendition[] =>
  renditions.filter((rendition) => rendition.format === format).sort((a, b) => a.width - b.width);

/** The smallest size with at least this long edge, else the largest. @param sizes smallest first */
export const firstWithEdge = <S extends { width: number; height: number }>(sizes: S[], edge: number): S | undefined =>
  sizes.find(({ width, height }) => Math.max(width, height) >= edge) ?? sizes.at(-1);

/** All renditions with addresses, by format, smallest first. */
export const toRenditionViews = (picture: Rendered, addressOf: (rendition: Rendition) => string): RenditionView[] =>
  RENDITION_FORMATS.flatMap((format) =>
    inFormat(picture, format).map((rendition) => {
      const { width, height } = rendition;
      return { format, width, height, url: addressOf(rendition) };
    }),
  );

import {
  PAGE_EDGE,
  RENDITION_FORMATS,
  type PictureView,
  type RenditionFormat,
  type RenditionView,
} from '@portfolio/contracts';
import type { Picture, Rendition } from '@portfolio/database';

type Rendered = Pick<Picture, 'renditions'>;

/** Renditions in one format, smallest first. */
export const inFormat = ({ renditions }: Rendered, format: RenditionFormat): Rendition[] =>
  renditions.filter((rendition) => rendition.format === format).sort((a, b) => a.width - b.width);

/** The smallest size with at least this long edge, else the largest. @param sizes smallest first */
export const firstWithEdge = <S extends { width: number; height: number }>(sizes: S[], edge: number): S | undefined =>
  sizes.find(({ width, height }) => Math.max(width, height) >= edge) ?? sizes.at(-1);

/** All renditions with addresses, by format, smallest first; those for full screen apart. */
export function toRenditionViews(
  picture: Rendered,
  addressOf: (rendition: Rendition) => string,
): Pick<PictureView, 'renditions' | 'viewer_renditions'> {
  const all = RENDITION_FORMATS.flatMap((format) =>
    inFormat(picture, format).map((rendition): RenditionView => {
      const { width, height } = rendition;
      return { format, width, height, url: addressOf(rendition) };
    }),
  );
  const isForPages = ({ format, width, height }: RenditionView) =>
    format !== 'hdr.jpeg' && Math.max(width, height) <= PAGE_EDGE;
  const forViewer = all.filter((rendition) => !isForPages(rendition));
  return { renditions: all.filter(isForPages), ...(forViewer.length > 0 && { viewer_renditions: forViewer }) };
}

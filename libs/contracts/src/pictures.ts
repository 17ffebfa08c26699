export const RENDITION_FORMATS = ['avif', 'webp', 'jpeg'] as const;
/** In the order in which a browser should consider them. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** One size of a picture in one format. */
export interface RenditionView {
  format: RenditionFormat;
  /**
   * Pixels.
   *
   * @example 640
   */
  width: number;
  /** @example 427 */
  height: number;
  /**
   * Immutable: another content has another address.
   *
   * @example "/media/3/3f9a61c2e07b/640.avif"
   */
  url: string;
}

/** What is needed to show a picture at any size without a jump in the page. */
export interface PictureView {
  /** @example "Harbour at low tide" */
  title: string;
  /** @example "Boats lying on mud." */
  alt_text: string | null;
  /**
   * Pixels of the upright original; null while it is being looked at.
   *
   * @example 1600
   */
  width: number | null;
  /** @example 1067 */
  height: number | null;
  /**
   * ThumbHash, base64.
   *
   * @example "HPgVJYRoh3h/h3h1eEeHh1dwcgZH"
   */
  placeholder: string | null;
  /** Smallest first within a format; empty until ready. */
  renditions: RenditionView[];
}

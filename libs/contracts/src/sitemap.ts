/** A part of the sitemap that has entries. Part 1 has the galleries and photos with the ids 1 to 5,000. */
export interface SitemapRangeView {
  part: number;
  /** Galleries and photos of the part. */
  entries: number;
}

export interface SitemapView {
  /** In ascending order. */
  parts: SitemapRangeView[];
}

export interface SitemapGalleryView {
  /** @example "slack-water" */
  slug: string;
  /** Address of its first listed photo's largest JPEG. @example "/media/12/3f9a61c2e07b/2400.jpeg" */
  image: string | null;
}

export interface SitemapPhotoView {
  id: number;
  /** Address of the largest JPEG. @example "/media/12/3f9a61c2e07b/2400.jpeg" */
  image: string | null;
}

/** One part of the sitemap, newest first. Both lists are empty for a part without entries. */
export interface SitemapPartView {
  galleries: SitemapGalleryView[];
  photos: SitemapPhotoView[];
}

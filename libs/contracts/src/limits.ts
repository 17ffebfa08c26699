/** Limits for server and forms. Text lengths are graphemes. */
export const LIMITS = {
  title: 255,
  description: 5000,
  altText: 1000,
  slug: 255,
  email: 255,
  authorName: 255,
  comment: { min: 3, max: 1000 },
  headline: 255,
  newsContent: 5000,
  link: 2000,
  password: 1000,
  /** Dollars: the largest numeric(10,2). */
  price: 99_999_999.99,
  /** Megabytes of 1024 × 1024 bytes; the default of `MAX_UPLOAD_MB`. */
  uploadMegabytes: 10,
  place: 255,
  /** Tags of a photo, and characters of one. */
  keywords: 100,
  keyword: 100,
  /** Tags of the whole list, the most used ones. */
  tagList: 5_000,
  /** Code points: the longest name of common file systems. */
  fileName: 255,
  imagePixels: 100_000_000,
  photosPerGallery: 10_000,
  previewDays: { default: 14, max: 365 },
  /** Texts and pauses between photos of a gallery. */
  interludes: 500,
  interludeText: 5000,
  galleriesPerPhoto: 1_000,
  /** Galleries of one request that orders them. */
  galleries: 10_000,
  /** Ids of one kind in a bulk request. */
  batch: 500,
  /** Failed jobs that one request retries or removes. */
  jobBatch: 200,
  /** Parts of an imported archive: 780 GB in parts of 8 MB. */
  importParts: 100_000,
  page: { default: 100, max: 200 },
  /** Ids of a part of the sitemap. */
  sitemapPart: 5_000,
  /** Photos in a gallery's response without `limit`. */
  galleryDetail: 500,
  /** Photos of a page with base64 images. */
  embeddedPage: 24,
  personName: { min: 2, max: 255 },
  newPassword: { min: 6 },
  contact: { subject: 255, message: 5000 },
  settingText: 1000,
  siteText: 5000,
  /** Characters of the list as JSON. */
  exhibitions: 10_000,
  log: { message: 2000, url: 2000, userAgent: 500, meta: 4000 },
  dashboardList: 5,
  /** Pages and referrers of a report of views, and its days. */
  viewList: 10,
  viewDays: 800,
  /** Minimum milliseconds to fill in a form; faster submissions are spam. */
  fillTime: 2000,
} as const;

/** Largest PostgreSQL integer, the type of ids. */
export const MAX_ID = 2_147_483_647;

/** Sizes and counts that the server enforces and the forms announce. */
export const LIMITS = {
  /** Characters, as a person counts them. */
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
  /** Dollars; what numeric(10,2) holds. */
  price: 99_999_999.99,
  /** Megabytes of 1024 × 1024 bytes; `MAX_UPLOAD_MB` may set another. */
  uploadMegabytes: 10,
  /** Code points; file systems have no longer names. */
  fileName: 255,
  imagePixels: 100_000_000,
  photosPerGallery: 10_000,
  galleriesPerPhoto: 1_000,
  /** Photos or comments that one request changes, or asks about. */
  batch: 500,
  /** Failed jobs that one request tries again or removes; each takes the queue a few steps. */
  jobBatch: 200,
  page: { default: 100, max: 200 },
  /** Photos that a gallery is answered with where no limit is asked for. */
  galleryDetail: 500,
  /** Photos of a page that carries their pictures as base64. */
  embeddedPage: 24,
  personName: { min: 2, max: 255 },
  newPassword: { min: 6 },
  contact: { subject: 255, message: 5000 },
  settingText: 1000,
  /** A text of the site that may have paragraphs. */
  siteText: 5000,
  log: { message: 2000, url: 2000, userAgent: 500, meta: 4000 },
  dashboardList: 5,
  /** Milliseconds in which nobody fills in a form by hand. */
  fillTime: 2000,
} as const;

/** Largest value of a PostgreSQL integer, and so of an id. */
export const MAX_ID = 2_147_483_647;

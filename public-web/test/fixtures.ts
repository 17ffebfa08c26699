import type {
  CommentView,
  GalleryView,
  LatestNewsItemView,
  PhotoNeighboursView,
  PhotoView,
  PictureView,
  PublicSettingsView,
  PublicTextsView,
  RenditionView,
} from '@portfolio/contracts';

const WIDTHS = [320, 640, 1080, 1600, 2400];

/** A picture with all its renditions. */
export function aPicture({
  title = 'Harbour',
  width = 3000,
  height = 2000,
  alt_text = null as string | null,
} = {}): PictureView {
  const renditions = (['avif', 'webp', 'jpeg'] as const).flatMap((format) =>
    WIDTHS.map((long): RenditionView => ({
      format,
      width: Math.round(width >= height ? long : (long * width) / height),
      height: Math.round(width >= height ? (long * height) / width : long),
      url: `/media/${title.toLowerCase().replace(/\W+/g, '-')}/${long}.${format}`,
    })),
  );
  const address = `/media/${title.toLowerCase().replace(/\W+/g, '-')}`;
  const card: RenditionView = { format: 'share.jpeg', width: 1200, height: 630, url: `${address}/1200.share.jpeg` };
  renditions.splice(2 * WIDTHS.length, 0, card);
  return {
    title,
    alt_text,
    width,
    height,
    focus_x: 0.5,
    focus_y: 0.5,
    placeholder: 'p/cJG4R5d3h7hwd3eIiAhwg=',
    renditions,
  };
}

/** A photo as visitors see it. */
export function aPhoto({ id = 1, title = 'Harbour', ...more }: Partial<PhotoView> = {}): PhotoView {
  return {
    ...aPicture({ title, width: more.width ?? 3000, height: more.height ?? 2000 }),
    id,
    description: 'Before the boats came in.',
    status: 'ready',
    visibility: 'public',
    failure: null,
    image_url: null,
    large_thumbnail_url: null,
    small_thumbnail_url: null,
    gallery_id: 1,
    gallery_name: 'Slack Water',
    galleries: [{ id: 1, title: 'Slack Water', slug: 'slack-water' }],
    comment_count: 0,
    tags: [],
    is_for_sale: false,
    selling_price: null,
    created_at: '2026-03-02T09:00:00.000Z',
    original_url: null,
    ...more,
  };
}

/** A gallery as visitors see it. */
export function aGallery({
  id = 1,
  title = 'Slack Water',
  slug = 'slack-water',
  ...more
}: Partial<GalleryView> = {}): GalleryView {
  return {
    id,
    title,
    slug,
    description: 'Four winters on one coast.',
    is_active: true,
    visibility: 'public',
    opening: 'plain',
    layout: 'masonry',
    photo_count: 3,
    preview_image: null,
    preview: aPicture({ title: `Cover of ${title}` }),
    cover_photo_id: null,
    created_at: '2026-03-02T09:00:00.000Z',
    ...more,
  };
}

export function aComment(more: Partial<CommentView> = {}): CommentView {
  return {
    id: 1,
    photo_id: 1,
    author_name: 'Ruth Calder',
    content: 'I know that pier.',
    is_approved: true,
    created_at: '2026-05-10T10:00:00.000Z',
    ...more,
  };
}

export function aNewsItem(more: Partial<LatestNewsItemView> = {}): LatestNewsItemView {
  return {
    id: 1,
    headline: 'At the Harbour Rooms',
    content: 'From March to April.',
    link: 'https://example.com/show',
    is_active: true,
    picture: null,
    created_at: '2026-05-01T00:00:00.000Z',
    ...more,
  };
}

export function someSettings(more: Partial<PublicSettingsView> = {}): PublicSettingsView {
  return {
    darkTheme: false,
    theme: 'light',
    refuseAiCrawlers: false,
    backgroundImage: null,
    fullPageBackground: false,
    background: null,
    artistName: 'Elin Marsh',
    copyrightLine: '© Elin Marsh',
    licenceUrl: '',
    siteTitle: more.artistName ?? 'Elin Marsh',
    socialLinks: [],
    language: 'en',
    timeZone: 'UTC',
    ...more,
  };
}

export function someTexts(more: Partial<PublicTextsView> = {}): PublicTextsView {
  return {
    heroText: 'Pictures of quiet places',
    callToAction: 'Come in',
    aboutTitle: 'About',
    aboutPortrait: null,
    aboutStory: ['I am Elin.', 'I have walked far.', 'I go back.'],
    aboutAuthenticityTitle: 'Authenticity',
    aboutAuthenticity: 'What was there.',
    aboutMomentTitle: 'Moment',
    aboutMoment: 'When it was.',
    aboutExpressionTitle: 'Expression',
    aboutExpression: 'As it felt.',
    exhibitionsTitle: 'Exhibitions',
    exhibitions: [],
    contactIntro: 'Write to me.',
    replyPromise: 'I answer on Sundays.',
    contactEmail: 'elin@elin.example',
    contactPhone: '+1 555 0123',
    contactAddress: '1 Quay, Northport',
    imprint: '1 Quay\nNorthport',
    privacy: ['No cookies.', 'No trackers.'],
    ...more,
  };
}

/** A photo's position in a gallery. */
export function aPosition(photos: PhotoView[], id: number): PhotoNeighboursView {
  const index = photos.findIndex((photo) => photo.id === id);
  return {
    gallery: { id: 1, title: 'Slack Water', slug: 'slack-water' },
    place: index + 1,
    total: photos.length,
    previous: photos[index - 1] ?? null,
    next: photos[index + 1] ?? null,
  };
}

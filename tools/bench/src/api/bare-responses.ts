// Responses of the bare server: the bodies of the API, built by hand from rows.

// oxlint-disable-next-line typescript/no-explicit-any -- the columns depend on the recorded query
export type Row = Record<string, any>;

/** Builds a body from the rows of each query, in their order. */
type ResponseBuilder = (results: Row[][]) => unknown;

const NONE: Row[] = [];
const FORMATS = ['avif', 'webp', 'jpeg'];

function toPicture(row: Row) {
  const renditions = [];
  const base = `/media/${row.id}/${row.version}/`;
  for (const format of FORMATS) {
    const sizes = row.renditions.filter((one: Row) => one.format === format);
    sizes.sort((a: Row, b: Row) => a.width - b.width);
    for (const { width, height } of sizes) {
      renditions.push({ format, width, height, url: `${base}${width}.${format}` });
    }
  }
  const { title, alt_text, width, height, placeholder } = row;
  return { title, alt_text, width, height, placeholder, renditions };
}

const edge = ({ width, height }: Row) => Math.max(width, height);

function toPhoto(row: Row) {
  const picture = toPicture(row);
  const jpegs = picture.renditions.filter(({ format }) => format === 'jpeg');
  const largest = jpegs.at(-1);
  const { galleries } = row;
  return {
    id: row.id,
    ...picture,
    description: row.description,
    status: row.status,
    visibility: row.visibility,
    failure: null,
    image_url: largest?.url,
    large_thumbnail_url: (jpegs.find((jpeg) => edge(jpeg) >= 640) ?? largest)?.url,
    small_thumbnail_url: (jpegs.find((jpeg) => edge(jpeg) >= 320) ?? largest)?.url,
    gallery_id: galleries[0]?.id ?? null,
    gallery_name: galleries[0]?.title ?? null,
    galleries,
    comment_count: row.comment_count,
    is_for_sale: row.is_for_sale,
    selling_price: row.selling_price === null ? null : Number(row.selling_price),
    created_at: row.created_at.toISOString(),
    original_url: null,
  };
}

function toGallery(row: Row, count: number, cover: Row | undefined) {
  const preview = cover ? toPicture(cover) : null;
  const jpeg = preview?.renditions.find((one) => one.format === 'jpeg' && edge(one) >= 640);
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    description: row.description,
    is_active: row.is_active,
    layout: row.layout,
    photo_count: count,
    preview_image: jpeg?.url ?? null,
    preview,
    created_at: row.created_at.toISOString(),
  };
}

const toNewsItem = ({ id, headline, content, link, is_active, created_at }: Row) => ({
  id,
  headline,
  content,
  link,
  is_active,
  created_at: created_at.toISOString(),
});

const toComment = ({ id, photo_id, author_name, content, is_approved, created_at }: Row) => ({
  id,
  photo_id,
  author_name,
  content,
  is_approved,
  created_at: created_at.toISOString(),
});

/** Removes the extra row of a page, and builds the cursor from it. */
function paginate(list: string, rows: Row[], limit: number) {
  const page = rows.slice(0, limit);
  const next_cursor = rows.length > limit ? Buffer.from(`${list}:${page.at(-1)?.id}`).toString('base64url') : null;
  return { page, next_cursor };
}

const photos: ResponseBuilder = ([[count] = NONE, rows = []]) => {
  const { page, next_cursor } = paginate('photos', rows, 100);
  return { photos: page.map(toPhoto), next_cursor, total: Number(count?.cnt) };
};

const galleries: ResponseBuilder = ([[count] = NONE, rows = [], summaries = [], covers = []]) => ({
  galleries: rows.map((row) => {
    const { photos, cover } = summaries.find(({ gallery_id }) => gallery_id === row.id) as Row;
    return toGallery(
      row,
      photos,
      covers.find(({ id }) => id === cover),
    );
  }),
  next_cursor: null,
  total: Number(count?.cnt),
});

const gallery: ResponseBuilder = ([[row = {}] = [], [summary] = NONE, [cover] = NONE, rows = []]) => {
  const view = toGallery(row, summary?.photos, cover);
  return {
    gallery: { ...view, photoCount: view.photo_count },
    interludes: [],
    photos: rows.map(toPhoto),
    next_cursor: null,
    total: view.photo_count,
  };
};

/** Builders by the pattern of the path. */
const BUILDERS: [RegExp, ResponseBuilder][] = [
  [/^\/api\/photos(\?|$)/, photos],
  [/^\/api\/photos\//, ([[row = {}] = []]) => ({ photo: toPhoto(row) })],
  [/^\/api\/galleries$/, galleries],
  [/^\/api\/galleries\//, gallery],
  [
    /^\/api\/comments\//,
    ([[count] = NONE, rows = []]) => ({ comments: rows.map(toComment), next_cursor: null, total: count?.total }),
  ],
  [
    /^\/api\/news$/,
    ([[count] = NONE, rows = []]) => ({ news: rows.map(toNewsItem), next_cursor: null, total: Number(count?.cnt) }),
  ],
  [/^\/api\/news\//, ([[row = {}] = []]) => ({ news: toNewsItem(row) })],
  [
    /^\/api\/public\/settings$/,
    ([rows = []]) => {
      const values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
      return {
        darkTheme: values['dark_theme'] === 'true',
        theme: values['dark_theme'] === 'true' ? 'dark' : 'light',
        refuseAiCrawlers: false,
        fullPageBackground: values['full_page_background'] === 'true',
        backgroundImage: null,
        background: null,
        artistName: values['artist_name'],
        copyrightLine: values['copyright_line'] || `© ${values['artist_name']}`,
        licenceUrl: values['licence_url'] ?? '',
        siteTitle: values['site_title'] || values['artist_name'],
        socialLinks: [],
        language: values['language'] || 'en',
        timeZone: values['time_zone'] || 'UTC',
      };
    },
  ],
];

/** @throws for an unknown path */
export function responseBuilder(path: string): ResponseBuilder {
  const known = BUILDERS.find(([pattern]) => pattern.test(path));
  if (!known) throw new Error(`The bare server has no response to ${path}`);
  return known[1];
}

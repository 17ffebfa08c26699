import type { PhotoView, PublicSettingsView } from '@portfolio/contracts';
import { element, escapeHtml, escapeXml, XML_DECLARATION } from './xml.ts';

/** Photos in a feed. */
export const NEWEST = 30;

/** Pixels that the long edge of an item's picture has at least, if a rendition is that large. */
const LARGE = 1_080;

export const FEED_PATHS = { rss: '/feed.xml', json: '/feed.json' };

export interface FeedOptions {
  /** Newest first. */
  photos: PhotoView[];
  settings: PublicSettingsView;
  /** Public origin of the site. */
  origin: string;
}

/** RSS 2.0: https://www.rssboard.org/rss-specification */
export function toRss({ photos, settings, origin }: FeedOptions): string {
  const { title, description, author } = channelOf(settings);
  const items = photos.map((photo) => toItem(photo, origin));
  const [newest] = items;
  return [
    XML_DECLARATION,
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">',
    '<channel>',
    element('title', title),
    element('link', `${origin}/`),
    element('description', description),
    `<atom:link href="${escapeXml(origin + FEED_PATHS.rss)}" rel="self" type="application/rss+xml"/>`,
    element('language', settings.language),
    ...(settings.copyrightLine ? [element('copyright', settings.copyrightLine)] : []),
    ...(newest ? [element('lastBuildDate', newest.date.toUTCString())] : []),
    ...items.map((item) => toRssItem(item, author)),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function toRssItem(
  { title, address, date, picture, html }: ReturnType<typeof toItem>,
  author: string | undefined,
): string {
  return [
    '<item>',
    element('title', title),
    element('link', address),
    `<guid isPermaLink="true">${escapeXml(address)}</guid>`,
    element('pubDate', date.toUTCString()),
    // RSS's own `author` is an e-mail address.
    ...(author ? [element('dc:creator', author)] : []),
    element('description', html),
    // `enclosure` would require the picture's size in bytes.
    ...(picture
      ? [
          `<media:content url="${escapeXml(picture.address)}" medium="image" type="image/jpeg" width="${picture.width}" height="${picture.height}">`,
          `${element('media:description', picture.alt)}</media:content>`,
        ]
      : []),
    '</item>',
  ].join('');
}

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
export function toJsonFeed({ photos, settings, origin }: FeedOptions): string {
  const { title, description, author } = channelOf(settings);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: `${origin}/`,
    feed_url: origin + FEED_PATHS.json,
    icon: `${origin}/icon-512.png`,
    favicon: `${origin}/icon-192.png`,
    authors: author ? [{ name: author, url: `${origin}/about` }] : undefined,
    language: settings.language,
    items: photos
      .map((photo) => toItem(photo, origin))
      .map((item) => ({
        id: item.address,
        url: item.address,
        title: item.title,
        content_html: item.html,
        summary: item.description,
        image: item.picture?.address,
        date_published: item.date.toISOString(),
      })),
  });
}

function channelOf({ artistName, siteTitle }: PublicSettingsView) {
  return {
    title: siteTitle || 'Portfolio',
    description: `New photographs${artistName && ` by ${artistName}`}`,
    author: artistName || undefined,
  };
}

function toItem(photo: PhotoView, origin: string) {
  const address = `${origin}/photo/${photo.id}`;
  const jpegs = photo.renditions.filter(({ format }) => format === 'jpeg');
  const jpeg = jpegs.find(({ width, height }) => Math.max(width, height) >= LARGE) ?? jpegs.at(-1);
  const picture = jpeg && {
    address: new URL(jpeg.url, origin).href,
    width: jpeg.width,
    height: jpeg.height,
    alt: photo.alt_text || photo.title,
  };
  const image =
    picture &&
    `<p><a href="${escapeHtml(address)}"><img src="${escapeHtml(picture.address)}" width="${picture.width}" height="${picture.height}" alt="${escapeHtml(picture.alt)}"></a></p>`;
  const description = photo.description && `<p>${escapeHtml(photo.description).replace(/\r?\n/g, '<br>')}</p>`;
  return {
    title: photo.title,
    address,
    date: new Date(photo.created_at),
    description: photo.description || undefined,
    picture,
    /** Picture and description. */
    html: `${image ?? ''}${description ?? ''}`,
  };
}

import type { PictureView, RenditionView } from '@portfolio/contracts';
import { useOrigin } from '../data/contexts.ts';
import { useSettings, useSiteName } from '../data/settings.ts';

interface PageHeadProps {
  /** Without the site's name; absent on the home page. */
  title?: string;
  description?: string | null;
  /** Canonical path without a query. Without it the page is `noindex`. */
  path?: string;
  /** Share image; the site's background image by default. */
  picture?: PictureView | null | undefined;
  type?: 'website' | 'article';
}

/** Title, description and share tags, which React moves into the head. */
export function PageHead({ title, description, path, picture, type = 'website' }: PageHeadProps) {
  const origin = useOrigin();
  const siteName = useSiteName();
  const { artistName, background, language } = useSettings();
  const name = title ? `${title} — ${siteName}` : `${siteName} — Photographs`;
  if (path === undefined) {
    return (
      <>
        <title>{name}</title>
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const byArtist = artistName && ` by ${artistName}`;
  const text = summary(description || `Photographs${byArtist}: galleries to look at in peace.`);
  const shown = picture ?? (background && { ...background, title: siteName, alt_text: null });
  const image = shown && shareImage(shown);
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={text} />
      <link rel="canonical" href={origin + path} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title ?? name} />
      <meta property="og:description" content={text} />
      {image && (
        <>
          <meta property="og:image" content={new URL(image.url, origin).href} />
          <meta property="og:image:alt" content={summary(shown.alt_text || shown.title)} />
        </>
      )}
      {/* For crawlers, which read the server's HTML: the build for browsers leaves them out. */}
      {import.meta.env?.SSR !== false && (
        <>
          <meta property="og:site_name" content={siteName} />
          <meta property="og:locale" content={openGraphLocale(language)} />
          <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
          <meta name="twitter:title" content={title ?? name} />
          <meta name="twitter:description" content={text} />
          {image && (
            <>
              <meta property="og:image:type" content="image/jpeg" />
              <meta property="og:image:width" content={String(image.width)} />
              <meta property="og:image:height" content={String(image.height)} />
              <meta name="twitter:image" content={new URL(image.url, origin).href} />
              <meta name="twitter:image:alt" content={summary(shown.alt_text || shown.title)} />
            </>
          )}
        </>
      )}
    </>
  );
}

/** Open Graph locale: the language with its most likely country, such as `de_DE` for `de`. */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

/** Characters that search engines and share cards show of a description. */
const SUMMARY_LENGTH = 200;

/** The beginning of a text on one line, without control characters, cut between words. */
export function summary(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= SUMMARY_LENGTH) return line;
  const cut = line.slice(0, SUMMARY_LENGTH - 1);
  const end = cut.lastIndexOf(' ');
  // Some languages have no spaces between words. The cut may split a surrogate pair.
  return `${(end > SUMMARY_LENGTH / 2 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, '')).trimEnd()}…`;
}

/** Crop for share cards; the largest JPEG if the worker has not rendered it yet, after an upgrade. */
export const shareImage = ({ renditions }: Pick<PictureView, 'renditions'>): RenditionView | undefined =>
  renditions.find(({ format }) => format === 'share.jpeg') ?? renditions.at(-1);

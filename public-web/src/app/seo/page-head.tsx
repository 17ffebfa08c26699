import type { PictureView } from '@portfolio/contracts';
import { shareImage } from './share-image.ts';
import { useSettings, useSiteName } from '../data/settings.ts';
import { useSite } from '../data/site.ts';
import { summary } from './summary.ts';

export interface PageHeadProps {
  /** Without the name of the site; absent on the home page. */
  title?: string;
  description?: string | null;
  /** The path under which the page is to be known, without a query. Absent where there is nothing worth knowing. */
  path?: string;
  /** What is shown where the page is shared; without one, the background image of the site. */
  picture?: PictureView | null | undefined;
  type?: 'website' | 'article';
}

/** Title, description and share tags of a page. React moves them into the head. */
export function PageHead({ title, description, path, picture, type = 'website' }: PageHeadProps) {
  const siteName = useSiteName();
  const { artistName } = useSettings();
  const name = title ? `${title} — ${siteName}` : `${siteName} — Photographs`;
  const text = summary(
    description || `Photographs${artistName && ` by ${artistName}`}: galleries to look at in peace.`,
  );
  return (
    <>
      <title>{name}</title>
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="description" content={text} />
          <ShareTags title={title ?? name} text={text} path={path} picture={picture} type={type} />
        </>
      )}
    </>
  );
}

/** A language with the country where most people speak it, as Open Graph has it: `de` gives `de_DE`. */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return `${language}_${region}`;
}

interface ShareTagsProps extends Pick<PageHeadProps, 'picture'> {
  title: string;
  text: string;
  path: string;
  type: string;
}

/** What the page is called, and what is shown of it, wherever a link to it is shared. */
function ShareTags({ title, text, path, picture, type }: ShareTagsProps) {
  const { origin } = useSite();
  const siteName = useSiteName();
  const { background, language } = useSettings();
  const shown = picture ?? (background && { ...background, title: siteName, alt_text: null });
  const image = shown && shareImage(shown);
  return (
    <>
      <link rel="canonical" href={origin + path} />
      <meta property="og:url" content={origin + path} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={siteName} />
      {/* Machines read the page as it was sent, so the build for browsers leaves this out. */}
      {import.meta.env?.SSR !== false && <meta property="og:locale" content={openGraphLocale(language)} />}
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={text} />
      {image && (
        <>
          <meta property="og:image" content={new URL(image.url, origin).href} />
          <meta property="og:image:type" content="image/jpeg" />
          <meta property="og:image:width" content={String(image.width)} />
          <meta property="og:image:height" content={String(image.height)} />
          <meta property="og:image:alt" content={summary(shown.alt_text || shown.title)} />
          <meta name="twitter:image" content={new URL(image.url, origin).href} />
          <meta name="twitter:image:alt" content={summary(shown.alt_text || shown.title)} />
        </>
      )}
    </>
  );
}

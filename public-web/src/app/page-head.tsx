import type { PictureView } from '@portfolio/contracts';
import { shareImage } from './share-image.ts';
import { useSiteName } from './settings.ts';
import { useSite } from './site.ts';
import { summary } from './summary.ts';

export interface PageHeadProps {
  /** Without the name of the site; absent on the home page. */
  title?: string;
  description?: string | null;
  /** The path under which the page is to be known, without a query. Absent where there is nothing worth knowing. */
  path?: string;
  /** What is shown where the page is shared. */
  picture?: PictureView | null | undefined;
  type?: 'website' | 'article';
}

/** Title, description and share tags of a page. React moves them into the head. */
export function PageHead({ title, description, path, picture, type = 'website' }: PageHeadProps) {
  const { origin } = useSite();
  const siteName = useSiteName();
  const name = title ? `${title} — ${siteName}` : `${siteName} — Photographs`;
  const text = summary(description || `Photographs by ${siteName}: galleries to look at in peace.`);
  return (
    <>
      <title>{name}</title>
      <meta name="description" content={text} />
      {path === undefined ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={origin + path} />
          <meta property="og:url" content={origin + path} />
        </>
      )}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={title ?? name} />
      <meta property="og:description" content={text} />
      {picture && <SharePicture picture={picture} />}
    </>
  );
}

/** The tags for the picture that is shown where a page is shared. */
export function SharePicture({ picture }: { picture: PictureView }) {
  const { origin } = useSite();
  const image = shareImage(picture);
  if (!image) return null;
  return (
    <>
      <meta property="og:image" content={new URL(image.url, origin).href} />
      <meta property="og:image:type" content="image/jpeg" />
      <meta property="og:image:width" content={String(image.width)} />
      <meta property="og:image:height" content={String(image.height)} />
      <meta property="og:image:alt" content={picture.alt_text || picture.title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

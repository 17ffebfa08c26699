import type { ReactNode } from 'react';
import { useOrigin } from '../../app/data/contexts.ts';
import { useSettings } from '../../app/data/settings.ts';
import { ServerStructuredData, StructuredData, useArtist, useBreadcrumbs } from '../../app/seo/structured-data.tsx';
import type { PhotoProps } from './photo-details.tsx';

/** UN/CEFACT code of the unit pixel. */
const PIXEL = 'E37';
const pixels = (value: number) => ({ '@type': 'QuantitativeValue' as const, value, unitCode: PIXEL });

function PhotoData({ photo, gallery }: PhotoProps) {
  const origin = useOrigin();
  const { artistName, copyrightLine, licenceUrl } = useSettings();
  const creator = useArtist();
  const url = `${origin}/photo/${photo.id}`;
  const breadcrumbs = useBreadcrumbs(
    ['Galleries', '/galleries'],
    ...(gallery ? [[gallery.title, `/gallery/${gallery.slug}`] satisfies [string, string]] : []),
    [photo.title, `/photo/${photo.id}`],
  );

  const largest = photo.renditions.findLast(({ format }) => format === 'jpeg');
  if (!largest) return <StructuredData things={[breadcrumbs]} />;
  return (
    <StructuredData
      things={[
        {
          '@type': 'ImageObject',
          '@id': `${url}#image`,
          url,
          contentUrl: new URL(largest.url, origin).href,
          thumbnailUrl: photo.large_thumbnail_url ? new URL(photo.large_thumbnail_url, origin).href : undefined,
          encodingFormat: 'image/jpeg',
          width: pixels(largest.width),
          height: pixels(largest.height),
          name: photo.title,
          caption: photo.alt_text || undefined,
          description: photo.description || undefined,
          uploadDate: photo.created_at,
          datePublished: photo.created_at,
          representativeOfPage: true,
          creator,
          creditText: artistName || undefined,
          copyrightNotice: copyrightLine || undefined,
          license: licenceUrl.trim() || undefined,
          acquireLicensePage: `${origin}/contact?photo=${photo.id}`,
        },
        breadcrumbs,
      ]}
    />
  );
}

/** See https://developers.google.com/search/docs/appearance/structured-data/image-license-metadata */
export const PhotoStructuredData: (props: PhotoProps) => ReactNode =
  import.meta.env?.SSR === false ? ServerStructuredData : PhotoData;

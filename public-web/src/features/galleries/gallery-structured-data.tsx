import type { GalleryDetailView, PhotoView } from '@portfolio/contracts';
import type { ReactNode } from 'react';
import { useOrigin } from '../../app/data/contexts.ts';
import { useSettings } from '../../app/data/settings.ts';
import { ServerStructuredData, StructuredData, useArtist, useBreadcrumbs } from '../../app/seo/structured-data.tsx';

const MAX_PHOTOS = 50;

interface GalleryDataProps {
  view: GalleryDetailView;
  path: string;
}

function GalleryData({ view: { gallery, photos }, path }: GalleryDataProps) {
  const origin = useOrigin();
  const absolute = (address: string | null) => (address ? new URL(address, origin).href : undefined);
  const toImage = ({ id, title, image_url, large_thumbnail_url }: PhotoView) => ({
    '@type': 'ImageObject' as const,
    '@id': `${origin}/photo/${id}#image`,
    name: title,
    url: `${origin}/photo/${id}`,
    contentUrl: absolute(image_url),
    thumbnailUrl: absolute(large_thumbnail_url),
  });
  return (
    <StructuredData
      things={[
        {
          '@type': 'ImageGallery',
          '@id': `${origin}${path}`,
          url: `${origin}${path}`,
          name: gallery.title,
          description: gallery.description || undefined,
          datePublished: gallery.created_at,
          inLanguage: useSettings().language,
          isPartOf: { '@id': `${origin}/#site` },
          author: useArtist(),
          associatedMedia: photos.slice(0, MAX_PHOTOS).map(toImage),
        },
        useBreadcrumbs(['Galleries', '/galleries'], [gallery.title, path]),
      ]}
    />
  );
}

export const GalleryStructuredData: (props: GalleryDataProps) => ReactNode =
  import.meta.env?.SSR === false ? ServerStructuredData : GalleryData;

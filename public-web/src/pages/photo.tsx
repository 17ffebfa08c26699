import { Comments } from '../features/comments/comments.tsx';
import { NextGallery } from '../features/galleries/next-gallery.tsx';
import { PhotoPage } from '../features/photos/photo-page.tsx';

export default function Photo() {
  return (
    <PhotoPage
      comments={(photoId, isHidden) => <Comments photoId={photoId} isHidden={isHidden} />}
      nextGallery={(slug) => <NextGallery slug={slug} />}
    />
  );
}

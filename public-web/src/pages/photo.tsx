import { Comments } from '../features/comments/comments.tsx';
import { NextGallery } from '../features/galleries/next-gallery.tsx';
import { PhotoPage } from '../features/photos/photo-page.tsx';

export default function Photo() {
  return <PhotoPage Comments={Comments} NextGallery={NextGallery} />;
}

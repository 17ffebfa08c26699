import { Comments } from '../features/comments/comments.tsx';
import { PhotoPage } from '../features/photos/photo-page.tsx';

export default function Photo() {
  return <PhotoPage comments={(photoId, isHidden) => <Comments photoId={photoId} isHidden={isHidden} />} />;
}

import { CommentList } from '../features/comments/comment-list.tsx';
import { PhotoPage } from '../features/photos/photo-page.tsx';

export default function Photo() {
  return <PhotoPage comments={(photoId) => <CommentList photoId={photoId} />} />;
}

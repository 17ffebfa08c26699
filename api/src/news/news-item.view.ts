import type { NewsItemView } from '@portfolio/contracts';
import type { NewsItem, Viewer } from '@portfolio/database';

export const toNewsItemView = (item: NewsItem, viewer: Viewer): NewsItemView => ({
  id: item.id,
  headline: item.headline,
  content: item.content,
  link: item.link,
  is_active: item.isActive,
  ...(viewer === 'administrator' && {
    photo_id: item.photoId,
    publish_at: item.publishAt?.toISOString() ?? null,
    unpublish_at: item.unpublishAt?.toISOString() ?? null,
  }),
  created_at: item.createdAt.toISOString(),
});

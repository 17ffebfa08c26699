import type { NewsItemView } from '@portfolio/contracts';
import type { NewsItem } from '@portfolio/database';

export const toNewsItemView = (item: NewsItem): NewsItemView => ({
  id: item.id,
  headline: item.headline,
  content: item.content,
  link: item.link,
  is_active: item.isActive,
  created_at: item.createdAt.toISOString(),
});

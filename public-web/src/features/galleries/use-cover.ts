import { galleryListQuery } from '@portfolio/api-client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../app/data/api-context.ts';
import { FEATURED } from './load-galleries.ts';

/** The first of the covers on the home page: what is shown where that page is shared. */
export function useCover() {
  const { data } = useQuery(galleryListQuery(useApi(), FEATURED));
  return data?.galleries.find(({ preview }) => preview)?.preview;
}

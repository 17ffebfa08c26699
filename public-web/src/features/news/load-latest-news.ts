import { latestNewsQuery } from '@portfolio/api-client';
import { want, type PageRequest } from '../../app/page.ts';

export const loadLatestNews = ({ client, api }: PageRequest) => want(client, latestNewsQuery(api));

import { latestNewsQuery, type Api } from '@portfolio/api-client';
import { loadOptional, type PageRequest } from '../../app/router/page.ts';

/** The latest news item, without retries: the home page waits for it. */
export const newsQuery = (api: Api) => ({ ...latestNewsQuery(api), retry: false });

export const loadLatestNews = ({ client, api }: PageRequest) => loadOptional(client, newsQuery(api));

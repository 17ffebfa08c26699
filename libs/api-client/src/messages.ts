import type { DoneAnswer, PostMessage } from '@portfolio/contracts';
import type { Api } from './http.ts';

/** Sends a message to the artist. */
export const postMessage = (api: Api, message: PostMessage) => api.post<DoneAnswer>('/contact', message);

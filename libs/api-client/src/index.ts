export * from './auth.ts';
export * from './comments.ts';
export * from './galleries.ts';
export * from './http.ts';
export * from './messages.ts';
export * from './news.ts';
export * from './photos.ts';
export * from './settings.ts';

// TypeORM gets every class that this file exports.
export * from './entities/background-image.ts';
export * from './entities/blocked-sender.ts';
export * from './entities/comment.ts';
export * from './entities/gallery-photo.ts';
export * from './entities/gallery-preview.ts';
export * from './entities/gallery.ts';
export * from './entities/message.ts';
export * from './entities/news-item.ts';
export * from './entities/photo.ts';
export * from './entities/security-event.ts';
export * from './entities/session.ts';
export * from './entities/setting.ts';
export * from './entities/trashed-position.ts';
export * from './entities/user.ts';

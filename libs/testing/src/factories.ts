import { randomBytes, randomUUID } from 'node:crypto';
import { BackgroundImage, Comment, Gallery, GalleryPhoto, Message, Photo, type Rendition } from '@portfolio/database';
import type { DataSource } from 'typeorm';

/** Renditions of a photo of 1600 × 1067, without files. */
const RENDITIONS: Rendition[] = (['avif', 'webp', 'jpeg'] as const).flatMap((format) =>
  [320, 640, 1080, 1600].map((width) => ({ format, width, height: Math.round(width / 1.5), bytes: width })),
);

/** Columns of a picture without files. */
function pictureColumns(status: Photo['status'] = 'ready') {
  const isReady = status === 'ready';
  return {
    status,
    failure: null,
    originalKey: `originals/${randomUUID()}.jpg`,
    originalBytes: 1000,
    contentHash: randomBytes(32).toString('hex'),
    width: 1600,
    height: 1067,
    placeholder: isReady ? 'HPgVJYRoh3h/h3h1eEeHh1dwcgZH' : null,
    version: isReady ? randomBytes(6).toString('hex') : null,
    renditions: isReady ? RENDITIONS : [],
  };
}

/** Row of a photo, ready by default, without files. */
export function createPhoto(database: DataSource, given: Partial<Photo> = {}): Promise<Photo> {
  return database.getRepository(Photo).save({
    title: 'Harbour',
    description: null,
    altText: null,
    isForSale: false,
    sellingPrice: null,
    ...pictureColumns(given.status),
    ...given,
  });
}

/** An active gallery with the given photos in that order. */
export async function createGallery(
  database: DataSource,
  { photos = [], ...given }: Partial<Gallery> & { photos?: Photo[] } = {},
): Promise<Gallery> {
  const gallery = await database.getRepository(Gallery).save({
    title: 'Slack Water',
    slug: `gallery-${randomBytes(4).toString('hex')}`,
    description: null,
    isActive: true,
    layout: 'masonry',
    interludes: [],
    ...given,
  });
  const positions = photos.map(({ id: photoId }, position) => ({ galleryId: gallery.id, photoId, position }));
  await database.getRepository(GalleryPhoto).insert(positions);
  return gallery;
}

/** Comment on a photo, approved by default. */
export function createComment(database: DataSource, photo: Photo, given: Partial<Comment> = {}): Promise<Comment> {
  return database.getRepository(Comment).save({
    photoId: photo.id,
    authorName: 'Ruth Calder',
    authorEmail: 'ruth@example.com',
    content: 'The third post from the end.',
    isApproved: true,
    ...given,
  });
}

/** Message, by default unread and without a photo. */
export function createMessage(database: DataSource, given: Partial<Message> = {}): Promise<Message> {
  return database.getRepository(Message).save({
    name: 'Imke Brandt',
    email: 'imke@example.com',
    subject: 'A print of the harbour',
    content: 'Is there one left?',
    photoId: null,
    isRead: false,
    ...given,
  });
}

/** Row of a background image, ready by default, without files. */
export function createBackground(database: DataSource, given: Partial<BackgroundImage> = {}): Promise<BackgroundImage> {
  return database.getRepository(BackgroundImage).save({ ...pictureColumns(given.status), ...given });
}

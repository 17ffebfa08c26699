import { randomUUID } from 'node:crypto';
import { BackgroundImage, Comment, Gallery, Message, NewsItem, Photo, Session, User } from '@portfolio/database';
import { BACKGROUND_KEYS, PHOTO_KEYS } from '@portfolio/storage';
import {
  aJpeg,
  anAnimatedGif,
  aPng,
  aTruncatedJpeg,
  aWebp,
  createBackground,
  createComment,
  createGallery,
  createMessage,
  createPhoto,
} from '@portfolio/testing';
import { AuthService } from '../../src/auth/auth.service.ts';
import { Passwords } from '../../src/auth/passwords.ts';
import { SessionsRepository } from '../../src/auth/sessions.repository.ts';
import type { TestApi } from '../start-test-api.ts';
import type { Pools } from './values.ts';

const EMAIL = 'fuzz@example.com';
const PASSWORD = 'a password to try';
/** Rows of each kind before each batch. */
const ROWS = 12;

/** Values for requests: existing rows, files, and valid and invalid credentials. */
export interface FuzzData {
  /** By the name of a field in body or query. */
  fields: Pools;
  /** By tag and path parameter: `photos:id`. */
  path: Pools;
  /** Valid value of the Authorization header. */
  validAuthorization: string;
  invalidAuthorizations: string[];

  images: Buffer[];
  invalidFiles: Buffer[];
  /** Addresses of media files. */
  media: string[];
}

/** A site with rows and files, restored before each batch of requests. */
export class SeededSite {
  private passwordHash = '';
  private userId: number | undefined;
  private files: Pick<FuzzData, 'images' | 'invalidFiles'> = { images: [], invalidFiles: [] };
  private readonly cursors = new Set<string>();

  constructor(private readonly api: TestApi) {}

  async prepare(): Promise<void> {
    this.passwordHash = await this.api.app.get(Passwords).hash(PASSWORD);
    const small = { width: 40, height: 30 };
    this.files = {
      images: await Promise.all([aJpeg(small), aPng(small), aWebp(small), anAnimatedGif({})]),
      invalidFiles: [
        await aTruncatedJpeg({}),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
        Buffer.from('<?php phpinfo();'),
        Buffer.from('GIF89a'),
        Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
        Buffer.alloc(0),
        Buffer.alloc(3000, 0x41),
      ],
    };
  }

  /** Collects cursors of lists for later requests. */
  addCursor(cursor: unknown): void {
    if (typeof cursor === 'string' && this.cursors.size < 200) this.cursors.add(cursor);
  }

  /** Restores deleted rows and reads the current values. */
  async restore(): Promise<FuzzData> {
    const { api } = this;
    await this.refill();
    const user = await this.restoreAdministrator();
    const session = await api.app.get(SessionsRepository).start(user, { device: 'Fuzz', network: 'unknown' });
    const validAuthorization = `Bearer ${await api.app.get(AuthService).tokenFor(user, session!)}`;
    const galleries = await api.database.getRepository(Gallery).find({ take: 50, order: { id: 'desc' } });
    const [photos, comments, news, messages, sessions] = await Promise.all(
      [Photo, Comment, NewsItem, Message, Session].map((entity) => this.newestIds(entity)),
    );
    const contentHashes = (await api.database.getRepository(Photo).find({ take: 50 })).map(
      (photo) => photo.contentHash,
    );
    const cursorVariants = [...this.cursors].flatMap((cursor) => [
      cursor,
      cursor.slice(1),
      `${cursor}A`,
      cursor.toLowerCase(),
    ]);
    const galleryIds = galleries.map(({ id }) => id);
    return {
      ...this.files,
      validAuthorization,
      invalidAuthorizations: [
        'Bearer',
        'Bearer ',
        'Bearer x.y.z',
        `${validAuthorization}x`,
        `Basic ${validAuthorization.slice(7)}`,
        validAuthorization.slice(0, -20),
        NO_ALGORITHM,
        'x'.repeat(5000),
      ],
      fields: {
        photo_id: photos!,
        photo_ids: photos!,
        photo_ids_before: photos!,
        gallery_id: galleryIds,
        gallery_ids: galleryIds,
        add_to_gallery_id: galleryIds,
        comment_ids: comments!,
        content_hashes: contentHashes,
        cursor: cursorVariants,
        email: [EMAIL],
        password: [PASSWORD],
        currentPassword: [PASSWORD],
        fill_time: [5000],
        website: [''],
        settings: SETTINGS,
      },
      path: {
        'galleries:slug_or_id:string': galleries.map(({ slug }) => slug),
        'galleries:slug_or_id:integer': galleryIds,
        'galleries:slug': galleries.map(({ slug }) => slug),
        // The photo id of …/photos/{id}/neighbours.
        'galleries:id': photos!,
        'photos:id': photos!,
        'comments:photoId': photos!,
        'comments:id': comments!,
        'news:id': news!,
        'messages:id': messages!,
        'auth:id': sessions!,
        'media:photoId': photos!,
      },
      media: await this.mediaAddresses(validAuthorization),
    };
  }

  private async newestIds(entity: new () => { id: number }): Promise<number[]> {
    const rows = await this.api.database
      .getRepository(entity)
      .find({ select: { id: true }, order: { id: 'desc' }, take: 50 });
    return rows.map(({ id }) => id);
  }

  private async refill(): Promise<void> {
    const { database, storage } = this.api;
    const indicesOfMissingRows = async (entity: new () => { id: number }, where = {}) =>
      Array.from(
        { length: Math.max(0, ROWS - (await database.getRepository(entity).countBy(where))) },
        (_, index) => index,
      );
    for (const index of await indicesOfMissingRows(Photo, { status: 'ready' })) {
      const photo = await createPhoto(database, { title: `Photo ${index}` });
      const version = photo.version ?? '';
      for (const { width, format } of photo.renditions) {
        await storage.write(PHOTO_KEYS.rendition(photo.id, version, width, format), this.files.images[0]!);
      }
    }
    for (const _ of (await indicesOfMissingRows(Photo, { status: 'failed' })).slice(0, 3)) {
      const originalKey = `seeded/${randomUUID()}.jpg`;
      await storage.write(originalKey, this.files.images[0]!);
      await createPhoto(database, { status: 'failed', failure: 'It is damaged.', originalKey });
    }
    if ((await database.getRepository(BackgroundImage).countBy({ status: 'ready' })) === 0) {
      const originalKey = `seeded/${randomUUID()}.jpg`;
      await storage.write(originalKey, this.files.images[0]!);
      const { id, version, renditions } = await createBackground(database, { originalKey });
      for (const { width, format } of renditions) {
        await storage.write(BACKGROUND_KEYS.rendition(id, version ?? '', width, format), this.files.images[0]!);
      }
    }
    const photos = await database.getRepository(Photo).find({ where: { status: 'ready' }, take: 6 });
    for (const index of await indicesOfMissingRows(Gallery))
      await createGallery(database, { photos, isActive: index % 3 !== 0 });
    for (const index of await indicesOfMissingRows(Comment))
      await createComment(database, photos[0]!, { isApproved: index % 2 === 0 });
    for (const _ of await indicesOfMissingRows(NewsItem))
      await database.getRepository(NewsItem).save({ headline: 'Open studio' });
    for (const _ of await indicesOfMissingRows(Message)) await createMessage(database);
  }

  /** Creates the administrator, or restores name, email and password. */
  private async restoreAdministrator(): Promise<User> {
    const users = this.api.database.getRepository(User);
    const known = this.userId === undefined ? {} : await users.findOneByOrFail({ id: this.userId });
    const user = await users.save(
      users.create({ ...known, name: 'Fuzz', email: EMAIL, passwordHash: this.passwordHash }),
    );
    this.userId = user.id;
    return user;
  }

  private async mediaAddresses(authorization: string): Promise<string[]> {
    const paths = ['/api/photos?limit=20', '/api/public/settings', '/api/admin/settings/website'];
    const responses = await Promise.all(
      paths.map((path) => fetch(this.api.url + path, { headers: { authorization } })),
    );
    const texts = await Promise.all(responses.map((response) => response.text()));
    const background = await this.api.database.getRepository(BackgroundImage).find({ take: 1, order: { id: 'desc' } });
    return [
      ...texts.flatMap((text) =>
        [...new Set([...text.matchAll(/"(\/media\/[^"]+)"/g)].map(([, one]) => one!))].slice(0, 60),
      ),
      ...background.map(({ id }) => `/media/background/${id}/original`),
    ];
  }
}

/** JWT with `alg: none`. */
const NO_ALGORITHM = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwidmVyc2lvbiI6MH0.';

/** Bodies for saving settings, valid and invalid. */
const SETTINGS: unknown[] = [
  { dark_theme: 'true' },
  { dark_theme: 'false', full_page_background: 'true' },
  { artist_name: 'Elin Marsh', copyright_line: '', licence_url: 'https://example.com' },
  { dark_theme: true },
  { dark_theme: 'yes' },
  { nothing: 'x' },
  { toString: 'x' },
  { licence_url: 'javascript:alert(1)' },
  {},
];

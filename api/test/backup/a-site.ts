import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSiteDatabase } from '@portfolio/backup';
import {
  BlockedSender,
  GalleryPreview,
  NewsItem,
  type Photo,
  SecurityEvent,
  Session,
  Setting,
  TrashedPosition,
  User,
} from '@portfolio/database';
import { openStorage, PHOTO_KEYS, type Storage } from '@portfolio/storage';
import {
  createBackground,
  createComment,
  createGallery,
  createMessage,
  createPhoto,
  createTestDatabase,
  startS3,
  isFullLevel,
} from '@portfolio/testing';
import type { DataSource } from 'typeorm';

/** Texts that are hard to quote in CSV. */
export const ODD_TEXTS = [
  'Łódź, 北京, "quoted" and \'single\', 👩‍👩‍👧',
  'two\nlines\r\nand, a comma; a\ttab',
  '\\.\n\\.\n\\N and \\ and "',
  'NULL',
  ' blanks ',
];

export type StorageKind = 'disk' | 'S3';
/** Storages of the tests: S3 at the full level. */
export const STORAGES: StorageKind[] = isFullLevel ? ['disk', 'S3'] : ['disk'];

export type TestSite = Awaited<ReturnType<typeof aSite>>;

/** An empty site with its own database and storage. */
export async function aSite(kind: StorageKind = 'disk') {
  const testDatabase = await createTestDatabase();
  // As the commands: a timeout of queries would outlive the streams of COPY.
  const database = await openSiteDatabase(testDatabase.url);
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'));
  const s3 = kind === 'S3' ? await startS3() : undefined;
  const places = s3?.env ?? { STORAGE_DIR: join(folder, 'storage') };
  const storage = await openStorage(places);
  return {
    database,
    storage,
    env: { DATABASE_URL: testDatabase.url, ...places } as Record<string, string>,
    url: testDatabase.url,
    /** For backups. */
    folder,
    async close() {
      await database.destroy();
      await testDatabase.drop();
      await s3?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Columns of a stored original. */
export async function anOriginal(storage: Storage, content = randomBytes(2_000)) {
  const originalKey = PHOTO_KEYS.original(randomUUID(), 'jpg');
  await storage.write(originalKey, content);
  const contentHash = createHash('sha256').update(content).digest('hex');
  return { originalKey, contentHash, originalBytes: content.length };
}

/** Rows of a sign-in. */
export async function startSession(database: DataSource, userId: number): Promise<void> {
  const origin = { device: 'Firefox on Windows', network: '203.0.113.0/24' };
  await database.getRepository(Session).save({ ...origin, userId, tokenVersion: 0, expiresAt: new Date() });
  await database.getRepository(SecurityEvent).save({ ...origin, userId, type: 'new-device' });
}

const withText = (text: string): Partial<Photo> => ({
  ...{ title: text, description: text, altText: text, place: text },
  ...{ keywords: [text, 'sea'], fileFacts: { lens: text, iso: 100 }, fromFile: ['title'] },
});

/** Fills every table, with rows in every state. */
export async function fill({ database, storage }: Pick<TestSite, 'database' | 'storage'>): Promise<Photo[]> {
  const photo = async (given: Partial<Photo>) => {
    const original = given.originalKey === undefined ? await anOriginal(storage) : {};
    return createPhoto(database, { ...original, ...given });
  };
  const photos = [
    ...(await Promise.all(ODD_TEXTS.map((text) => photo(withText(text))))),
    await photo({ description: '', altText: null, isForSale: true, sellingPrice: 12.5, visibility: 'unlisted' }),
    await photo({ status: 'failed', failure: 'The file is damaged.', unfinishedRenders: 2, deletedAt: new Date() }),
    await photo({ status: 'processing', visibility: 'hidden' }),
    await photo({ ...(await anOriginal(storage, randomBytes(3_000_000))), unfinishedVersion: 'abc' }),
  ];
  await createGallery(database, { photos: [photos[3]!, photos[0]!, photos[2]!], description: ODD_TEXTS[2]! });
  const { id: galleryId } = await createGallery(database, {
    photos: [photos[0]!],
    visibility: 'private',
    passwordHash: '$argon2id$v=19$x',
    title: 'Hidden',
    layout: 'pairs',
    opening: 'cover',
    position: 7,
    interludes: [{ position: 1, text: ODD_TEXTS[0]! }],
  });
  await database.query('update gallery_photos set is_cover = true where photo_id = $1', [photos[2]!.id]);
  await database.query('update photos set focus_y = 0.2 where id = $1', [photos[2]!.id]);
  const expiresAt = new Date();
  await database.getRepository(GalleryPreview).save({ galleryId, name: ODD_TEXTS[1]!, tokenHash: 'x', expiresAt });
  const empty = await createGallery(database, { title: 'Empty' });
  await database.getRepository(TrashedPosition).save({
    galleryId: empty.id,
    photoId: photos[6]!.id,
    position: 4,
    isCover: true,
    visibility: 'unlisted',
    isPublic: true,
  });
  for (const content of ODD_TEXTS) await createComment(database, photos[0]!, { content });
  await createComment(database, photos[1]!, { isApproved: false, reply: ODD_TEXTS[0]!, repliedAt: new Date() });
  await database.getRepository(BlockedSender).save({ sender: 'example.org', droppedComments: 2 });
  await database.getRepository(NewsItem).save([
    { headline: 'With \u0001 control', content: null, link: '' },
    { headline: null, content: ODD_TEXTS[1]!, link: 'https://example.com/?a=1&b=2', isActive: false },
  ]);
  await database.query(`insert into page_views values ('2026-03-14', '/photo/1', 7), ('2026-03-15', '/', 2)`);
  await database.query(`insert into referrer_views values ('2026-03-14', 'example.org', 3)`);
  await database.query(`insert into visitor_counts values ('2026-03-14', 5)`);
  await createMessage(database, { photoId: photos[1]!.id, content: ODD_TEXTS[0]! });
  await createMessage(database, { isRead: true, mailStatus: 'failed', mailFailure: 'Refused' });
  await createBackground(database, await anOriginal(storage));
  await database.getRepository(Setting).save([
    { name: 'artist_name', value: 'Elin "Øst"' },
    { name: 'empty', value: '' },
  ]);
  const { id } = await database
    .getRepository(User)
    .save({ name: 'Elin', email: 'Elin@example.org', passwordHash: '$argon2id$v=19$x' });
  await startSession(database, id);
  // The sequence must not reuse the id of a deleted row.
  const gone = await photo({});
  await database.query('delete from photos where id = $1', [gone.id]);
  await storage.remove(gone.originalKey);
  return photos;
}

/** Names of the tables with rows of the site, sorted: those of entities, and the numbers of views. */
export const tablesOf = (database: DataSource): string[] =>
  [
    ...database.entityMetadatas.map(({ tableName }) => tableName),
    ...['page_views', 'referrer_views', 'visitor_counts'],
  ].sort();

/**
 * Every row of every table as PostgreSQL text, without token versions, which a restore raises.
 */
export async function rowsOf(database: DataSource): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of tablesOf(database)) {
    const found = await database.query<{ row: string }[]>(
      `select (to_jsonb(tab) - 'token_version')::text as row from ${table} tab order by to_jsonb(tab)::text collate "C"`,
    );
    rows[table] = found.map(({ row }) => row);
  }
  return rows;
}

/** SHA-256 of every original, by key. */
export async function originalsOf(storage: Storage): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for await (const { key } of storage.list(PHOTO_KEYS.originals)) {
    files[key] = createHash('sha256')
      .update((await storage.read(key))!)
      .digest('hex');
  }
  return files;
}

/** Id of the next photo. */
export async function nextPhoto(database: DataSource): Promise<string> {
  const [{ next }] = await database.query<[{ next: string }]>(`select nextval('photos_id_seq') as next`);
  return next;
}

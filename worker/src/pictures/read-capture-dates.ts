import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { settingValues } from '@portfolio/contracts';
import { Photo, Setting } from '@portfolio/database';
import { type EmbeddedMetadata, readEmbeddedDetails } from '@portfolio/file-details/embedded';
import { STORAGE, type Storage } from '@portfolio/storage';
import { ArrayContainedBy, DataSource, MoreThan } from 'typeorm';
import { ImageFault, measureImage } from './decode-image.ts';

/** Photos of one query. */
const BATCH = 100;

/** Reads capture dates, keywords and facts of photos that were uploaded before the API stored them. */
@Injectable()
export class ReadCaptureDates {
  private readonly logger = new Logger(ReadCaptureDates.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(): Promise<void> {
    const photos = this.dataSource.getRepository(Photo);
    const saved = await this.dataSource.getRepository(Setting).findBy({ name: 'file_details' });
    const { file_details } = settingValues(new Map(saved.map(({ name, value }) => [name, value])));
    let read = 0;
    for (let after = 0; ;) {
      const unread = await photos.find({
        select: { id: true, originalKey: true },
        where: { id: MoreThan(after), isExifRead: false },
        order: { id: 'ASC' },
        take: BATCH,
      });
      for (const { id, originalKey } of unread) {
        const original = await this.storage.read(originalKey);
        // Retried by the next run: the storage may be incomplete for a while.
        if (!original) continue;
        const { capturedAt = null, keywords, facts } = readEmbeddedDetails(await metadataOf(original));
        const isOn = file_details === 'true';
        // Tags that are edited, or an image that is replaced, meanwhile stay. Tags first: a crash in between leaves it unread.
        if (isOn) await photos.update({ id, originalKey, keywords: ArrayContainedBy([]) }, { keywords });
        await photos.update({ id, originalKey }, { isExifRead: true, capturedAt, ...(isOn && { fileFacts: facts }) });
        read += 1;
      }
      const last = unread.at(-1);
      if (!last) break;
      after = last.id;
    }
    if (read > 0) this.logger.log({ photos: read }, 'Metadata of older photos read');
  }
}

async function metadataOf(original: Buffer): Promise<EmbeddedMetadata> {
  try {
    return (await measureImage(original)).metadata;
  } catch (error) {
    if (error instanceof ImageFault) return {};
    throw error;
  }
}

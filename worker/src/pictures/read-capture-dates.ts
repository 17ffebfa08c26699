import { Inject, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Photo } from '@portfolio/database';
import { captureDate, STORAGE, type Storage } from '@portfolio/storage';
import { DataSource, MoreThan } from 'typeorm';
import { ImageFault, measureImage } from './decode-image.ts';

/** Photos of one query. */
const BATCH = 100;

/** Reads the capture dates of photos that were uploaded before the API stored them. */
@Injectable()
export class ReadCaptureDates {
  private readonly logger = new Logger(ReadCaptureDates.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  async run(): Promise<void> {
    const photos = this.dataSource.getRepository(Photo);
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
        const capturedAt = await dateOf(original);
        await photos.update({ id }, { isExifRead: true, capturedAt });
        read += 1;
      }
      const last = unread.at(-1);
      if (!last) break;
      after = last.id;
    }
    if (read > 0) this.logger.log({ photos: read }, 'Capture dates read');
  }
}

async function dateOf(original: Buffer): Promise<string | null> {
  try {
    const { metadata } = await measureImage(original);
    return captureDate(metadata.exif) ?? null;
  } catch (error) {
    if (error instanceof ImageFault) return null;
    throw error;
  }
}

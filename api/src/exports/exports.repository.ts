import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { StorageUsageView } from '@portfolio/contracts';
import { readSiteDay } from '@portfolio/database';
import type { StoredFile } from '@portfolio/storage';
import { DataSource } from 'typeorm';

@Injectable()
export class ExportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Bytes of all pictures, which triggers count: listing a bucket would take a request for each thousand files. */
  async storageUsage(): Promise<StorageUsageView> {
    const bytesOf = (kind: string) =>
      `(select coalesce(sum(count), 0) from row_counts where list like 'bytes of %' and facets = '{"kind": "${kind}"}')`;
    const [row] = await this.database.query<{ originals: string; renditions: string }[]>(
      `select ${bytesOf('original')} as originals, ${bytesOf('rendition')} as renditions`,
    );
    return { originals: Number(row!.originals), renditions: Number(row!.renditions) };
  }

  /** Day of an archive in the site's time zone; in UTC while the database is away. */
  dayOf({ modifiedAt }: StoredFile): Promise<string> {
    return readSiteDay(this.database, modifiedAt).catch(() => modifiedAt.toISOString().slice(0, 10));
  }
}

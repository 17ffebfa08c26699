import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { StorageUsageView } from '@portfolio/contracts';
import { DataSource } from 'typeorm';

@Injectable()
export class ExportsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Sums the sizes in the rows: listing a bucket would take a request for each thousand files. */
  async storageUsage(): Promise<StorageUsageView> {
    const [row] = await this.database.query<{ originals: string; renditions: string }[]>(
      `select coalesce(sum(original_bytes), 0) as originals, coalesce(sum(rendition_bytes), 0) as renditions
       from (select original_bytes, renditions from photos
             union all select original_bytes, renditions from background_images) pictures,
         lateral (select sum((rendition->>'bytes')::bigint) as rendition_bytes
                  from jsonb_array_elements(renditions) rendition) sizes`,
    );
    return { originals: Number(row!.originals), renditions: Number(row!.renditions) };
  }
}

import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Gallery } from '@portfolio/database';
import { Repository } from 'typeorm';

/** A private gallery. */
export type LockedGallery = Pick<Gallery, 'id' | 'title'> & { passwordHash: string };

@Injectable()
export class AccessRepository {
  constructor(@InjectRepository(Gallery) private readonly galleries: Repository<Gallery>) {}

  async findLocked(slug: string): Promise<LockedGallery | undefined> {
    const [found] = await this.galleries.query<LockedGallery[]>(
      `select id, title, password_hash as "passwordHash" from galleries where slug = $1 and visibility = 'private'`,
      [slug],
    );
    return found;
  }

  /** Secrets to which grants of these galleries are bound. */
  listSecrets(galleryIds: number[]): Promise<{ galleryId: number; secret: string }[]> {
    return this.galleries.query(
      `select id as "galleryId", password_hash as secret from galleries
       where id = any($1::int[]) and visibility = 'private'`,
      [galleryIds],
    );
  }
}

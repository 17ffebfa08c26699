import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Gallery, GalleryPreview, isInSchedule } from '@portfolio/database';
import { Repository } from 'typeorm';
import type { Grant, GrantSource } from './gallery-grants.ts';

export type PrivateGallery = Pick<Gallery, 'id' | 'title'> & { passwordHash: string };

@Injectable()
export class AccessRepository {
  constructor(@InjectRepository(Gallery) private readonly galleries: Repository<Gallery>) {}

  async findPrivate(slug: string): Promise<PrivateGallery | undefined> {
    const [found] = await this.galleries.query<PrivateGallery[]>(
      `select id, title, password_hash as "passwordHash" from galleries gallery
       where slug = $1 and deleted_at is null and visibility = 'private' and ${isInSchedule('gallery')}`,
      [slug],
    );
    return found;
  }

  /** Passwords of private galleries and valid preview links that these grants name, with their hashes. */
  listSources(grants: Grant[]): Promise<Required<GrantSource>[]> {
    return this.galleries.query(
      `select id as "galleryId", 0 as "previewId", password_hash as secret from galleries gallery
       where id = any($1::int[]) and deleted_at is null and visibility = 'private' and ${isInSchedule('gallery')}
       union all
       select gallery_id, preview.id, token_hash from gallery_previews preview
       join galleries gallery on gallery.id = preview.gallery_id and gallery.deleted_at is null
       where preview.id = any($2::int[]) and expires_at > now()`,
      [grants.map(({ galleryId }) => galleryId), grants.map(({ previewId }) => previewId)],
    );
  }

  /** Finds a valid preview link, and records its use by a person: mail scanners and messengers fetch links too. */
  async usePreview(tokenHash: string, isFromPerson: boolean) {
    const [[used]] = await this.galleries.query<[(Required<GrantSource> & { slug: string })[]]>(
      `update gallery_previews preview set last_used_at = case when $2 then now() else last_used_at end
       from galleries gallery
       where gallery.id = preview.gallery_id and gallery.deleted_at is null and token_hash = $1 and expires_at > now()
       returning gallery_id as "galleryId", preview.id as "previewId", token_hash as secret, gallery.slug`,
      [tokenHash, isFromPerson],
    );
    return used;
  }

  /** Preview links of a gallery, newest first; undefined where the gallery does not exist. */
  async listPreviews(galleryId: number): Promise<GalleryPreview[] | undefined> {
    if (!(await this.galleries.existsBy({ id: galleryId }))) return undefined;
    return this.galleries.manager.find(GalleryPreview, { where: { galleryId }, order: { id: 'DESC' } });
  }

  /** @returns undefined where the gallery does not exist */
  async insertPreview(
    preview: Pick<GalleryPreview, 'galleryId' | 'name' | 'tokenHash' | 'expiresAt'>,
  ): Promise<GalleryPreview | undefined> {
    return this.galleries.manager.transaction(async (transaction) => {
      const where = { id: preview.galleryId };
      const gallery = await transaction.findOne(Gallery, { where, lock: { mode: 'for_key_share' } });
      return gallery ? transaction.save(GalleryPreview, { ...preview, lastUsedAt: null }) : undefined;
    });
  }

  async removePreview(galleryId: number, id: number): Promise<boolean> {
    const { affected } = await this.galleries.manager.delete(GalleryPreview, { id, galleryId });
    return affected === 1;
  }
}

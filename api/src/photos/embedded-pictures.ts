import { Inject, Injectable } from '@nestjs/common';
import type { PhotoView } from '@portfolio/contracts';
import type { Photo, Rendition } from '@portfolio/database';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { shownJpegs } from './photo.view.ts';

type Embedded<F extends keyof PhotoView> = Required<Pick<PhotoView, F>>;

/** A photo's pictures as text inside an answer, for the client that knows no addresses: base64 of the JPEG, or null. */
@Injectable()
export class EmbeddedPictures {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  async thumbnails(photo: Photo): Promise<Embedded<'large_thumbnail_base64' | 'small_thumbnail_base64'>> {
    const { largeThumbnail, smallThumbnail } = shownJpegs(photo);
    const [large, small] = await Promise.all([this.read(photo, largeThumbnail), this.read(photo, smallThumbnail)]);
    return { large_thumbnail_base64: large, small_thumbnail_base64: small };
  }

  async all(photo: Photo): Promise<Embedded<'image_base64'> & Awaited<ReturnType<EmbeddedPictures['thumbnails']>>> {
    const [image, thumbnails] = await Promise.all([this.read(photo, shownJpegs(photo).image), this.thumbnails(photo)]);
    return { image_base64: image, ...thumbnails };
  }

  private async read({ id, version }: Photo, rendition: Rendition | undefined): Promise<string | null> {
    if (!rendition || version === null) return null;
    const file = await this.storage.read(PHOTO_KEYS.rendition(id, version, rendition.width, rendition.format));
    return file?.toString('base64') ?? null;
  }
}

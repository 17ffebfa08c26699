import { Injectable } from '@nestjs/common';
import type { SitemapPartView, SitemapView } from '@portfolio/contracts';
import { MediaAddress } from '../media/media-address.ts';
import { type SitemapPicture, SitemapRepository } from './sitemap.repository.ts';

@Injectable()
export class SitemapService {
  constructor(
    private readonly sitemap: SitemapRepository,
    private readonly address: MediaAddress,
  ) {}

  async list(): Promise<SitemapView> {
    return { parts: await this.sitemap.listParts() };
  }

  async get(part: number): Promise<SitemapPartView> {
    const [galleries, photos] = await Promise.all([this.sitemap.galleriesOf(part), this.sitemap.photosOf(part)]);
    return {
      galleries: galleries.map(({ slug, ...picture }) => ({ slug, image: this.imageAddressOf(picture) })),
      photos: photos.map((photo) => ({ id: photo.id, image: this.imageAddressOf(photo) })),
    };
  }

  private imageAddressOf({ id, version, width }: SitemapPicture): string | null {
    if (id === null || width === null) return null;
    return this.address.of({ id, version }, { width, format: 'jpeg' }, { isPublic: true });
  }
}

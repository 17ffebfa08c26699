import { Inject, Injectable } from '@nestjs/common';
import {
  type GalleryDetailView,
  type GalleryPhotosQuery,
  type KnownPhotoView,
  LIMITS,
  type EmbeddablePhotoQuery,
  type PageQuery,
  type PhotoResponse,
  type PhotoListView,
  type PhotoQuery,
  type PhotoView,
  type PictureView,
  tagKey,
  type TagView,
  tidyTag,
} from '@portfolio/contracts';
import type { Granted, Photo, Rendition, Viewer } from '@portfolio/database';
import { PHOTO_KEYS, STORAGE, type Storage } from '@portfolio/storage';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage, readSortedPage } from '../http/cursor.ts';
import { Versioned } from '../http/versions.ts';
import { MediaAddress } from '../media/media-address.ts';
import { type PhotoRecord, shownJpegs, entityTagOfPhoto, toPhotoView, toPictureView } from './photo.view.ts';
import { sortTypes } from './photo-sorts.ts';
import { PhotosRepository } from './photos.repository.ts';

/** Reads photos as the viewer sees them. */
@Injectable()
export class PhotosService {
  constructor(
    private readonly photos: PhotosRepository,
    private readonly address: MediaAddress,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  /** For visitors always newest first. */
  async list(viewer: Viewer, { limit, cursor, embed, sort = 'newest', ...filter }: PhotoQuery): Promise<PhotoListView> {
    const pageQuery = pageOf({ limit, cursor, embed });
    if (viewer === 'visitor') {
      const range = readPage('photos', pageQuery);
      const { records, total } = await this.photos.listPublic(filter, range);
      const { page, next_cursor } = cutPage('photos', records, range.limit, ({ photo }) => photo.id);
      return { photos: await this.views(viewer, page, embed), next_cursor, total };
    }
    const list = `photos-by-${sort}` as const;
    const range = readSortedPage(list, sortTypes(sort), pageQuery);
    const { records, total } = await this.photos.listSorted(sort, filter, range);
    const { page, next_cursor } = cutPage(list, records, range.limit, ({ sortValues }) => sortValues);
    return { photos: await this.views(viewer, page, embed), next_cursor, total };
  }

  tags(viewer: Viewer): Promise<TagView[]> {
    return this.photos.tags(viewer);
  }

  /** Photos with a tag, as a gallery: public pages show both alike. */
  async withTag(viewer: Viewer, tag: string, query: PageQuery): Promise<GalleryDetailView> {
    // PostgreSQL refuses a NUL.
    if (tag.includes('\0')) throw new AppError('tag.not-found');
    const list = await this.list(viewer, { ...query, tag });
    const { total } = list;
    if (total === 0) throw new AppError('tag.not-found');
    const slug = tagKey(tag);
    const [newest] = list.photos;
    const gallery: GalleryDetailView['gallery'] = {
      id: 0,
      title: newest?.tags.find((one) => tagKey(one) === slug) ?? tidyTag(tag),
      slug,
      description: null,
      is_active: true,
      visibility: 'public',
      opening: 'plain',
      layout: 'masonry',
      photo_count: total,
      photoCount: total,
      preview_image: null,
      preview: null,
      cover_photo_id: null,
      created_at: newest?.created_at ?? new Date().toISOString(),
    };
    return { gallery, ...list, interludes: [] };
  }

  /** The newest photos of any status, for the administrator. */
  async recent(limit: number): Promise<PhotoView[]> {
    return this.views('administrator', await this.photos.latest(limit));
  }

  /** Only the administrator gets an entity tag. */
  async get(
    viewer: Viewer,
    id: number,
    { embed }: EmbeddablePhotoQuery = {},
    granted?: Granted,
  ): Promise<Versioned<PhotoResponse>> {
    const record = await this.photos.find(viewer, id, granted);
    if (!record) {
      const isGone = viewer === 'visitor' && (await this.photos.isGone(id));
      throw new AppError(isGone ? 'photo.gone' : 'photo.not-found');
    }
    const view = toPhotoView(record, viewer, this.address);
    const photo = embed ? { ...view, ...(await this.embedded(record.photo, true)) } : view;
    return new Versioned({ photo }, viewer === 'administrator' ? entityTagOfPhoto(record) : undefined);
  }

  /** A photo that visitors see as a picture; null without one. */
  async findPicture(id: number): Promise<PictureView | null> {
    const record = await this.photos.find('visitor', id);
    return record ? toPictureView(record, this.address) : null;
  }

  /** Photos with these ids, in no order; null is ignored. Visitors get public ones in an open gallery or in none. */
  async listByIds(viewer: Viewer, ids: (number | null)[], granted?: Granted): Promise<PhotoView[]> {
    const records = await this.photos.listByIds(
      viewer,
      ids.filter((id) => id !== null),
      granted,
    );
    return this.views(viewer, records);
  }

  /** The latest photo of each file that was uploaded before, by SHA-256. */
  async known(contentHashes: string[]): Promise<KnownPhotoView[]> {
    const records = await this.photos.listByContents(contentHashes);
    return records.map((record) => ({
      content_hash: record.photo.contentHash,
      photo: toPhotoView(record, 'administrator', this.address),
    }));
  }

  /** Photos of a gallery in its order. The default page holds nearly every gallery. */
  async listByGallery(
    viewer: Viewer,
    galleryId: number,
    query: GalleryPhotosQuery,
    granted?: Granted,
  ): Promise<Omit<PhotoListView, 'total'>> {
    // Cursors of one gallery are invalid for another.
    const list = `gallery-photos-${galleryId}` as const;
    const range = readPage(list, pageOf({ ...query, limit: query.limit ?? LIMITS.galleryDetail }));
    const records = await this.photos.listByGallery(viewer, galleryId, range, granted);
    const { page, next_cursor } = cutPage(list, records, range.limit, ({ photo }) => photo.id);
    return { photos: await this.views(viewer, page, query.embed), next_cursor };
  }

  private views(viewer: Viewer, records: PhotoRecord[], embed?: 'base64'): Promise<PhotoView[]> {
    return Promise.all(
      records.map(async (record) => {
        const view = toPhotoView(record, viewer, this.address);
        return embed ? { ...view, ...(await this.embedded(record.photo, false)) } : view;
      }),
    );
  }

  /** The JPEGs of the view as base64; lists have thumbnails only. */
  private async embedded(photo: Photo, withImage: boolean) {
    const { image, largeThumbnail, smallThumbnail } = shownJpegs(photo);
    const [image_base64, large_thumbnail_base64, small_thumbnail_base64] = await Promise.all([
      withImage && this.readBase64(photo, image),
      this.readBase64(photo, largeThumbnail),
      this.readBase64(photo, smallThumbnail),
    ]);
    return { ...(image_base64 !== false && { image_base64 }), large_thumbnail_base64, small_thumbnail_base64 };
  }

  private async readBase64({ id, version }: Photo, rendition: Rendition | undefined): Promise<string | null> {
    if (!rendition || version === null) return null;
    const file = await this.storage.read(PHOTO_KEYS.rendition(id, version, rendition.width, rendition.format));
    return file?.toString('base64') ?? null;
  }
}

/** Page of a list; with embedded images its limit is lower. */
function pageOf({ limit, cursor, embed }: GalleryPhotosQuery): PageQuery {
  const { embeddedPage } = LIMITS;
  return { limit: embed ? Math.min(limit ?? embeddedPage, embeddedPage) : limit, cursor };
}

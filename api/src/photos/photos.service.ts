import { Injectable } from '@nestjs/common';
import {
  type GalleryPhotosQuery,
  LIMITS,
  type OnePhotoQuery,
  type PhotoAnswer,
  type PhotoListView,
  type PhotoQuery,
  type PhotoView,
} from '@portfolio/contracts';
import type { Viewer } from '@portfolio/database';
import { AppError } from '../http/app-error.ts';
import { cutPage, readPage, readSortedPage } from '../http/cursor.ts';
import { Versioned } from '../http/versions.ts';
import { MediaAddress } from '../media/media-address.ts';
import { EmbeddedPictures } from './embedded-pictures.ts';
import { type PhotoRecord, tagOfPhoto, toPhotoView } from './photo.view.ts';
import { sortTypes } from './photo-sorts.ts';
import { PhotosRepository } from './photos.repository.ts';

/** What photos look like to who asks. */
@Injectable()
export class PhotosService {
  constructor(
    private readonly photos: PhotosRepository,
    private readonly pictures: EmbeddedPictures,
    private readonly address: MediaAddress,
  ) {}

  /** To visitors newest first, whatever order they ask for. */
  async list(viewer: Viewer, { limit, cursor, embed, sort = 'newest', ...filter }: PhotoQuery): Promise<PhotoListView> {
    const part = asked({ limit, cursor, embed });
    if (viewer === 'visitor') {
      const window = readPage('photos', part);
      const { records, total } = await this.photos.listPublic(filter, window);
      const { page, next_cursor } = cutPage('photos', records, window.limit, ({ photo }) => photo.id);
      return { photos: await this.views(viewer, page, embed), next_cursor, total };
    }
    const list = `photos-by-${sort}` as const;
    const window = readSortedPage(list, sortTypes(sort), part);
    const { records, total } = await this.photos.listSorted(sort, filter, window);
    const { page, next_cursor } = cutPage(list, records, window.limit, ({ sortValues }) => sortValues);
    return { photos: await this.views(viewer, page, embed), next_cursor, total };
  }

  /** The latest, whatever their status, as the administrator sees them. */
  async recent(limit: number): Promise<PhotoView[]> {
    return this.views('administrator', await this.photos.latest(limit));
  }

  /** Its version is the administrator's alone, who can change it. */
  async get(viewer: Viewer, id: number, { embed }: OnePhotoQuery = {}): Promise<Versioned<PhotoAnswer>> {
    const record = await this.photos.find(viewer, id);
    if (!record) throw new AppError('photo.not-found');
    const view = toPhotoView(record, viewer, this.address);
    const photo = embed ? { ...view, ...(await this.pictures.all(record.photo)) } : view;
    return new Versioned({ photo }, viewer === 'administrator' ? tagOfPhoto(record) : undefined);
  }

  /** Those of the named photos that are listed for the viewer, in no order; null names none. */
  async some(viewer: Viewer, ids: (number | null)[]): Promise<PhotoView[]> {
    const known = ids.filter((id) => id !== null);
    return this.views(viewer, await this.photos.some(viewer, known));
  }

  /** In the gallery's order. Without a limit the page is long, so that a gallery is nearly always whole in one answer. */
  async ofGallery(viewer: Viewer, galleryId: number, query: GalleryPhotosQuery): Promise<Omit<PhotoListView, 'total'>> {
    // Named by the gallery, so that no other gallery takes its cursors.
    const list = `gallery-${galleryId}` as const;
    const window = readPage(list, asked({ ...query, limit: query.limit ?? LIMITS.galleryDetail }));
    const records = await this.photos.ofGallery(viewer, galleryId, window);
    const { page, next_cursor } = cutPage(list, records, window.limit, ({ position }) => position);
    return { photos: await this.views(viewer, page, query.embed), next_cursor };
  }

  private views(viewer: Viewer, records: PhotoRecord[], embed?: 'base64'): Promise<PhotoView[]> {
    return Promise.all(
      records.map(async (record) => {
        const view = toPhotoView(record, viewer, this.address);
        return embed ? { ...view, ...(await this.pictures.thumbnails(record.photo)) } : view;
      }),
    );
  }
}

/** The part of the list that is asked for; with pictures inside it is short, whatever limit is asked. */
function asked({ limit, cursor, embed }: GalleryPhotosQuery): {
  limit?: number | undefined;
  cursor?: string | undefined;
} {
  const { embeddedPage } = LIMITS;
  return { limit: embed ? Math.min(limit ?? embeddedPage, embeddedPage) : limit, cursor };
}

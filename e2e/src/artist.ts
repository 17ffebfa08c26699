import {
  DEMO_ACCOUNT,
  SETTING_NAMES,
  type GalleryResponse,
  type GalleryListView,
  type GalleryView,
  type MessageListView,
  type MessageView,
  type ModeratedCommentListView,
  type ModeratedCommentView,
  type NewsItemResponse,
  type NewsItemView,
  type PhotoView,
  type SaveNewsItem,
  type SettingName,
  type UpdatePhoto,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { eventually } from '@portfolio/lifecycle/supervisor';
import { ApiUser } from './api-user.ts';

/** The artist of the demo, who uses the API. */
export class Artist {
  private constructor(private readonly api: ApiUser) {}

  static async of({ url }: { url: string }): Promise<Artist> {
    return new Artist(await ApiUser.signIn(url, DEMO_ACCOUNT));
  }

  photos(): Promise<PhotoView[]> {
    return this.api.photos();
  }

  /** Hidden ones included. */
  async galleries(): Promise<GalleryView[]> {
    return (await this.api.send<GalleryListView>('GET', '/galleries?status=all')).galleries;
  }

  async gallery(slug: string): Promise<GalleryView> {
    const gallery = (await this.galleries()).find((one) => one.slug === slug);
    if (!gallery) throw new Error(`There is no gallery ${slug}`);
    return gallery;
  }

  /** @param photos ids in the gallery's order */
  async addGallery(title: string, photos: number[], description: string | null = null): Promise<GalleryView> {
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const body = { title, slug, description, photo_ids: photos };
    return (await this.api.send<GalleryResponse>('POST', '/galleries', body)).gallery;
  }

  async deleteGallery({ id }: { id: number }): Promise<void> {
    await this.api.send('DELETE', `/galleries/${id}`);
  }

  async describePhoto({ id }: { id: number }, changes: Pick<UpdatePhoto, 'title' | 'description'>): Promise<void> {
    await this.api.send('PUT', `/photos/${id}`, changes);
  }

  async deletePhoto({ id }: { id: number }): Promise<void> {
    await this.api.send('DELETE', `/photos/${id}`);
  }

  /** Shows galleries to visitors, or hides them. */
  async switchGalleries(galleries: { id: number }[], isActive: boolean): Promise<void> {
    for (const { id } of galleries) await this.api.send('PUT', `/galleries/${id}`, { is_active: isActive });
  }

  /** Uploads a photo and waits until it is rendered. */
  async upload(image: Buffer, title: string): Promise<PhotoView> {
    const { id } = await this.api.upload(image, title);
    return eventually(
      () => this.api.photo(id),
      ({ status }) => status !== 'processing',
    );
  }

  async addNews(item: SaveNewsItem): Promise<NewsItemView> {
    return (await this.api.send<NewsItemResponse>('POST', '/news', item)).news;
  }

  async deleteNews({ id }: { id: number }): Promise<void> {
    await this.api.send('DELETE', `/news/${id}`);
  }

  async settings(): Promise<Record<SettingName, string>> {
    const { settings } = await this.api.send<WebsiteSettingsView>('GET', '/admin/settings/website');
    return Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name].value])) as Record<SettingName, string>;
  }

  async set(settings: Partial<Record<SettingName, string>>): Promise<void> {
    await this.api.send('PUT', '/admin/settings/website', { settings });
  }

  /** Sets the background image and waits until it is rendered. */
  async setBackground(image: Buffer): Promise<void> {
    const body = new FormData();
    body.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'background.jpg');
    await this.api.send('POST', '/admin/settings/background-image', body);
    await eventually(
      () => this.api.send<WebsiteSettingsView>('GET', '/admin/settings/website'),
      ({ settings }) => settings.background_image.status !== 'processing',
    );
  }

  async removeBackground(): Promise<void> {
    await this.api.send('DELETE', '/admin/settings/background-image');
  }

  async pendingComments(): Promise<ModeratedCommentView[]> {
    return (await this.api.send<ModeratedCommentListView>('GET', '/comments?status=pending')).comments;
  }

  async approve({ id }: { id: number }): Promise<void> {
    await this.api.send('PUT', `/comments/${id}/approve`);
  }

  /** Newest first. */
  async messages(): Promise<MessageView[]> {
    return (await this.api.send<MessageListView>('GET', '/admin/messages')).messages;
  }
}

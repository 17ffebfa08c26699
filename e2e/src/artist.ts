import {
  DEMO_ACCOUNT,
  SETTING_NAMES,
  type GalleryLayout,
  type GalleryListView,
  type GalleryResponse,
  type GalleryView,
  type MessageListView,
  type MessageView,
  type ModeratedCommentListView,
  type ModeratedCommentView,
  type NewsItemResponse,
  type NewsItemView,
  type PhotoListView,
  type PhotoView,
  type SaveNewsItem,
  type SessionView,
  type SettingName,
  type UpdatePhoto,
  type WebsiteSettingsView,
} from '@portfolio/contracts';
import { eventually, waitUntil } from '@portfolio/lifecycle/supervisor';

/** Calls a URL. @param body sent as JSON, unless it is a form @throws Error with status and body of a failed response */
export async function call<T>(method: string, url: string, body?: object, headers = {}): Promise<T> {
  const isForm = body instanceof FormData;
  const type = body === undefined || isForm ? undefined : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...type },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(result)}`);
  return result as T;
}

/** The artist, who uses the API over HTTP. */
export class Artist {
  private constructor(
    private readonly origin: string,
    readonly headers: Record<string, string>,
  ) {}

  static async signIn(origin: string, account: { email: string; password: string } = DEMO_ACCOUNT): Promise<Artist> {
    const { email, password } = account;
    const { token } = await call<SessionView>('POST', `${origin}/api/auth/login`, { email, password });
    return new Artist(origin, { authorization: `Bearer ${token}` });
  }

  send<T>(method: string, path: string, body?: object): Promise<T> {
    return call<T>(method, `${this.origin}/api${path}`, body, this.headers);
  }

  /** Photos in any state. */
  async photos(): Promise<PhotoView[]> {
    return (await this.send<PhotoListView>('GET', '/photos')).photos;
  }

  async photo(id: number): Promise<PhotoView> {
    return (await this.send<{ photo: PhotoView }>('GET', `/photos/${id}`)).photo;
  }

  /** Uploads a photo, which the worker renders later. */
  async startUpload(image: Buffer, title: string): Promise<PhotoView> {
    const body = imageForm(image);
    body.set('title', title);
    return (await this.send<{ photo: PhotoView }>('POST', '/photos/upload', body)).photo;
  }

  /** Uploads a photo and waits until it is rendered. */
  async upload(image: Buffer, title: string): Promise<PhotoView> {
    const { id } = await this.startUpload(image, title);
    return eventually(
      () => this.photo(id),
      ({ status }) => status !== 'processing',
    );
  }

  async describePhoto({ id }: { id: number }, changes: Pick<UpdatePhoto, 'title' | 'description'>): Promise<void> {
    await this.send('PUT', `/photos/${id}`, changes);
  }

  async deletePhoto({ id }: { id: number }): Promise<void> {
    await this.send('DELETE', `/photos/${id}`);
  }

  /** Hidden ones included. */
  async galleries(): Promise<GalleryView[]> {
    return (await this.send<GalleryListView>('GET', '/galleries?status=all')).galleries;
  }

  async gallery(slug: string): Promise<GalleryView> {
    const gallery = (await this.galleries()).find((one) => one.slug === slug);
    if (!gallery) throw new Error(`There is no gallery ${slug}`);
    return gallery;
  }

  /** @param photos ids in the gallery's order */
  async addGallery(
    title: string,
    photos: number[],
    description: string | null = null,
    layout?: GalleryLayout,
  ): Promise<GalleryView> {
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const body = { title, slug, description, photo_ids: photos, layout };
    return (await this.send<GalleryResponse>('POST', '/galleries', body)).gallery;
  }

  async deleteGallery({ id }: { id: number }): Promise<void> {
    await this.send('DELETE', `/galleries/${id}`);
  }

  /** Shows galleries to visitors, or hides them. */
  async setVisibility(galleries: { id: number }[], isActive: boolean): Promise<void> {
    for (const { id } of galleries) await this.send('PUT', `/galleries/${id}`, { is_active: isActive });
  }

  async addNews(item: SaveNewsItem): Promise<NewsItemView> {
    return (await this.send<NewsItemResponse>('POST', '/news', item)).news;
  }

  async deleteNews({ id }: { id: number }): Promise<void> {
    await this.send('DELETE', `/news/${id}`);
  }

  private websiteSettings(): Promise<WebsiteSettingsView> {
    return this.send('GET', '/admin/settings/website');
  }

  async settings(): Promise<Record<SettingName, string>> {
    const { settings } = await this.websiteSettings();
    return Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name].value])) as Record<SettingName, string>;
  }

  async set(settings: Partial<Record<SettingName, string>>): Promise<void> {
    await this.send('PUT', '/admin/settings/website', { settings });
  }

  /** Sets the background image and waits until it is rendered. */
  async setBackground(image: Buffer): Promise<void> {
    await this.send('POST', '/admin/settings/background-image', imageForm(image));
    await waitUntil(async () => (await this.websiteSettings()).settings.background_image.status !== 'processing');
  }

  async removeBackground(): Promise<void> {
    await this.send('DELETE', '/admin/settings/background-image');
  }

  async pendingComments(): Promise<ModeratedCommentView[]> {
    return (await this.send<ModeratedCommentListView>('GET', '/comments?status=pending')).comments;
  }

  async approve({ id }: { id: number }): Promise<void> {
    await this.send('PUT', `/comments/${id}/approve`);
  }

  /** Newest first. */
  async messages(): Promise<MessageView[]> {
    return (await this.send<MessageListView>('GET', '/admin/messages')).messages;
  }
}

function imageForm(image: Buffer): FormData {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'image.jpg');
  return form;
}

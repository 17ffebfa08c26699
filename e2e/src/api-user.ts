import type { PhotoView, SessionView } from '@portfolio/contracts';

/** An administrator who uses the API over HTTP. */
export class ApiUser {
  private constructor(
    private readonly origin: string,
    private readonly token: string,
  ) {}

  static async signIn(origin: string, { email, password }: { email: string; password: string }): Promise<ApiUser> {
    const { token } = await call<SessionView>(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return new ApiUser(origin, token);
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  async upload(image: Buffer, title: string): Promise<PhotoView> {
    const body = new FormData();
    body.set('title', title);
    body.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg');
    const url = `${this.origin}/api/photos/upload`;
    return (await call<{ photo: PhotoView }>(url, { method: 'POST', headers: this.headers, body })).photo;
  }

  /** Photos in any state. */
  async photos(): Promise<PhotoView[]> {
    const { photos } = await call<{ photos: PhotoView[] }>(`${this.origin}/api/photos`, { headers: this.headers });
    return photos;
  }

  /** @param body sent as JSON, unless it is a form */
  async send<T>(method: string, path: string, body?: object): Promise<T> {
    const isForm = body instanceof FormData;
    const type = body === undefined || isForm ? undefined : { 'content-type': 'application/json' };
    return call<T>(`${this.origin}/api${path}`, {
      method,
      headers: { ...this.headers, ...type },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  }

  async photo(id: number): Promise<PhotoView> {
    return (await call<{ photo: PhotoView }>(`${this.origin}/api/photos/${id}`, { headers: this.headers })).photo;
  }
}

/** @throws Error with status and body of a failed response */
export async function call<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  const body = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return body as T;
}

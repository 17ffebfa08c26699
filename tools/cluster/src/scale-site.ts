import { setTimeout as wait } from 'node:timers/promises';
import { Api, photoForm, signIn } from '@portfolio/api-client';
import { eventParser } from '@portfolio/testing/event-stream';

const MAX_ATTEMPTS = 20;

/** The administrator at a site or at one instance. */
export class ScaleSite {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  static async signIn(url: string, account: { email: string; password: string }): Promise<ScaleSite> {
    return new ScaleSite(url, (await signIn(new Api({ origin: url }), account)).token);
  }

  /** The same session at another address. */
  at(url: string): ScaleSite {
    return new ScaleSite(url, this.token);
  }

  /** Uploads a photo, and retries after a 429 of the gateway. @returns its id */
  async upload(title: string, picture: Buffer): Promise<number> {
    const body = photoForm(new File([new Uint8Array(picture)], `${title}.jpg`, { type: 'image/jpeg' }), { title });
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.fetch('/api/photos/upload', { method: 'POST', body });
      if (response.ok) return ((await response.json()) as { photo: { id: number } }).photo.id;
      if (response.status !== 429 || attempt === MAX_ATTEMPTS) {
        throw new Error(`The response to an upload has status ${response.status}`);
      }
      await wait(500);
    }
  }

  /** Subscribes to events. @returns a growing set of the photos that became ready */
  async readyPhotos(signal: AbortSignal): Promise<Set<number>> {
    const ready = new Set<number>();
    const { body, status } = await this.fetch('/api/admin/events', { signal });
    if (status !== 200 || !body) throw new Error(`The response of the event stream has status ${status}`);
    const read = async () => {
      const parse = eventParser();
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        for (const { type, data } of parse(chunk)) {
          if (type === 'photo.ready') ready.add((data as { photo_id: number }).photo_id);
        }
      }
    };
    read().catch(() => undefined);
    return ready;
  }

  private fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.url + path, { ...init, headers: { authorization: `Bearer ${this.token}` } });
  }
}

/** @returns the status of a sign-in with a wrong password, from the given visitor's address */
export async function wrongSignIn(url: string, visitor: string): Promise<number> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
  });
  return response.status;
}

import { aJpeg } from '@portfolio/testing';

/**
 * Pictures whose bytes no other number gives: each has a comment with its number in it.
 *
 * @param megapixels of the smallest; they are of eight sizes, the largest nearly half as large again
 */
export async function numberedJpegs(count: number, megapixels: number): Promise<(number: number) => Buffer> {
  const sizes = Array.from({ length: Math.min(count, 8) }, (_, index) => megapixels * (1 + index / 16));
  const pictures = await Promise.all(sizes.map((megapixels) => aJpeg({ megapixels })));
  const run = Date.now();
  return (number) => {
    const picture = pictures[number % pictures.length]!;
    const text = Buffer.from(`${run}-${number}`);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, text.length + 2]), text]);
    return Buffer.concat([picture.subarray(0, 2), comment, picture.subarray(2)]);
  };
}

/** Speaks to a site, or to one of its instances, as the administrator. */
export class ScaleSite {
  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @throws where the sign-in is refused */
  static async signIn(url: string, account: { email: string; password: string }): Promise<ScaleSite> {
    const answer = await fetch(`${url}/api/auth/login`, json('POST', account));
    if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}`);
    return new ScaleSite(url, ((await answer.json()) as { token: string }).token);
  }

  /** The same administrator at another address. */
  at(url: string): ScaleSite {
    return new ScaleSite(url, this.token);
  }

  /** Uploads a photo, and again where the gateway asks to wait. @returns its id */
  async upload(title: string, picture: Buffer): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const form = new FormData();
      form.set('title', title);
      form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${title}.jpg`);
      const answer = await this.ask('/api/photos/upload', { method: 'POST', body: form });
      if (answer.ok) return ((await answer.json()) as { photo: { id: number } }).photo.id;
      if (answer.status !== 429 || attempt === 20) throw new Error(`An upload was answered with ${answer.status}`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Listens to what happens on the site. @returns the ids of photos that became ready, filled as it is told */
  async listen(signal: AbortSignal): Promise<Set<number>> {
    const ready = new Set<number>();
    const answer = await this.ask('/api/admin/events', { signal });
    if (!answer.ok || !answer.body) throw new Error(`The stream of events was answered with ${answer.status}`);
    const read = async (body: ReadableStream<Uint8Array>) => {
      let text = '';
      for await (const chunk of body) {
        text += Buffer.from(chunk).toString();
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          const id = /event: photo\.ready[^]*"photo_id":\s*(\d+)/.exec(event)?.[1];
          if (id) ready.add(Number(id));
        }
      }
    };
    read(answer.body).catch(() => undefined);
    return ready;
  }

  private ask(path: string, init: RequestInit): Promise<Response> {
    return fetch(this.url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${this.token}` } });
  }
}

/** The status of a sign-in with a wrong password, from an address of the visitor's own. */
export async function wrongSignIn(url: string, address: string): Promise<number> {
  const init = json('POST', { email: 'nobody@example.com', password: 'wrong' });
  const headers = { ...init.headers, 'x-forwarded-for': address };
  return (await fetch(`${url}/api/auth/login`, { ...init, headers })).status;
}

const json = (method: string, body: unknown) => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, imageForm, signIn } from '@portfolio/api-client';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import { formatTable, percentile, rounded, seededRandom } from '@portfolio/testing/statistics';
import { colouredPicture } from './numbered-pictures.ts';

/** Includes the time of a restart. */
const TIMEOUT_MS = 30_000;

const KINDS = ['page', 'media', 'api', 'comment', 'upload'] as const;
type RequestKind = (typeof KINDS)[number];

/** `unavailable` is a correct 503, `cut` a response that ends within its body; `fault` is any other failure. */
export type Outcome = 'ok' | 'unavailable' | 'cut' | 'fault';

interface LoadResult {
  kind: RequestKind;
  /** End, in milliseconds since 1970. */
  at: number;
  ms: number;
  outcome: Outcome;
  /** Status and path, or the error. */
  detail: string;
}

/** An upload answered with 201. */
interface AcceptedUpload {
  id: number;
  title: string;
  sha256: string;
}

/** Address and administrator of a site. */
export interface Site {
  url: string;
  account: { email: string; password: string };
}

interface LoadPlan {
  seed: number;
  /** Clients of each kind. */
  clients: Record<RequestKind, number>;
  /** Milliseconds between two requests of a client. */
  pause: number;
  /** The same for clients that upload; by default, `pause`. */
  uploadPause?: number;
}

/** Settings without rate limits, since all clients share an address. */
export const WITHOUT_LIMITS = {
  ...{ LIMIT_COMMENTS: '1000000', LIMIT_POSTS_PER_MINUTE: '1000000', LIMIT_SIGN_INS: '1000' },
  ...{ GATEWAY_REQUESTS: '100000', GATEWAY_CONNECTIONS: '1000' },
};

/** Visitors and an artist that send requests to the gateway over keep-alive connections. */
export class Load {
  private readonly results: LoadResult[] = [];
  readonly uploads: AcceptedUpload[] = [];
  readonly comments: string[] = [];
  private readonly random: () => number;
  private ready: { id: number; media: string[] }[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void>[] = [];
  /** Number of the last upload or comment; different for each seed. */
  private next: number;

  private constructor(
    private readonly url: string,
    /** Signed in as the administrator. */
    readonly api: Api,
    private readonly plan: LoadPlan,
  ) {
    this.random = seededRandom(plan.seed);
    this.next = plan.seed * 10_000;
    // One listener per client.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Signs in, uploads a first photo and starts the clients. */
  static async start({ url, account }: Site, plan: LoadPlan): Promise<Load> {
    const { token } = await signIn(new Api({ origin: url }), account);
    const load = new Load(url, new Api({ origin: url, token: () => token, timeout: TIMEOUT_MS }), plan);
    await load.upload();
    await waitUntil(async () => {
      await load.readPhotos();
      return load.ready.length > 0;
    });
    for (const kind of Object.keys(plan.clients) as RequestKind[]) {
      for (let client = 0; client < plan.clients[kind]; client += 1) load.running.push(load.client(kind));
    }
    load.running.push(load.pollPhotos());
    return load;
  }

  /** Waits for the requests in flight. @returns the number of requests by outcome */
  async stop(): Promise<Record<Outcome, number>> {
    this.stopping.abort();
    await Promise.all(this.running);
    return this.outcomesSince(0);
  }

  /** Outcomes of the requests since a time, in milliseconds since 1970. */
  outcomesSince(from: number): Record<Outcome, number> {
    return countOutcomes(this.results.filter(({ at }) => at >= from));
  }

  /** A row for each kind of request, and each failure with its count. */
  table(): string {
    const rows = KINDS.map((kind) => {
      const own = this.results.filter((result) => result.kind === kind);
      const times = own.map(({ ms }) => ms);
      const percentiles = [0.5, 0.99].map((share) => rounded(percentile(times, share)));
      return [kind, own.length, ...Object.values(countOutcomes(own)), ...percentiles];
    });
    const failures = this.results
      .filter(({ outcome }) => outcome !== 'ok')
      .map(({ kind, detail }) => `${kind}: ${detail}`);
    const counted = [...new Set(failures)].map(
      (failure) => `  ${failures.filter((other) => other === failure).length} × ${failure}`,
    );
    const titles = ['kind', 'sent', 'ok', '503', 'cut', 'faults', 'p50 ms', 'p99 ms'];
    return [formatTable(titles, rows), ...counted].join('\n');
  }

  private async client(kind: RequestKind): Promise<void> {
    const photo = () => this.oneOf(this.ready);
    const actions: Record<RequestKind, () => Promise<unknown>> = {
      page: () => this.send('page', this.oneOf(['/', '/galleries', '/about', `/photo/${photo().id}`])),
      media: () => this.send('media', this.oneOf(photo().media)),
      api: () => {
        const paths = ['/api/photos', '/api/galleries', `/api/photos/${photo().id}`, '/api/public/settings'];
        return this.send('api', this.oneOf(paths));
      },
      comment: () => this.comment(photo().id),
      upload: () => this.upload(),
    };
    const pause = (kind === 'upload' && this.plan.uploadPause) || this.plan.pause;
    while (!this.stopping.signal.aborted) {
      await actions[kind]();
      await this.pause(pause * (0.5 + this.random()));
    }
  }

  private async comment(photoId: number): Promise<void> {
    const content = `Comment ${(this.next += 1)} of this run`;
    const body = { photo_id: photoId, author_name: 'Ruth', author_email: 'ruth@example.com', content };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await this.send('comment', '/api/comments', init);
    if (response?.status === 201) this.comments.push(content);
  }

  private async upload(): Promise<void> {
    const number = (this.next += 1);
    const picture = await colouredPicture(number);
    const title = `Upload ${number}`;
    const form = imageForm(new File([new Uint8Array(picture)], `${number}.jpg`, { type: 'image/jpeg' }), { title });
    const init = { method: 'POST', headers: this.api.credentials(), body: form };
    const response = await this.send('upload', '/api/photos/upload', init);
    if (response?.status !== 201) return;
    const { photo } = JSON.parse(response.body) as { photo: { id: number } };
    this.uploads.push({ title, id: photo.id, sha256: createHash('sha256').update(picture).digest('hex') });
  }

  private async send(
    kind: RequestKind,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; body: string } | undefined> {
    const start = performance.now();
    const record = (outcome: Outcome, detail: string) =>
      this.results.push({ kind, outcome, detail, at: Date.now(), ms: performance.now() - start });
    let hasBegun = false;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(this.url + path, { redirect: 'manual', ...init, signal });
      const { status, headers } = response;
      hasBegun = true;
      const body = await response.text();
      record(classify(status, headers, body), `${status} ${path.replace(/[\da-f]*\d[\da-f]*/g, 'N').slice(0, 40)}`);
      return { status, body };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      const reason = [cause?.code, cause?.message].filter(Boolean).join(', ') || message;
      record(hasBegun && cause?.code === 'UND_ERR_SOCKET' ? 'cut' : 'fault', `${reason}, ${new Date().toISOString()}`);
      return undefined;
    }
  }

  /** Adds new photos to those that clients read. */
  private async pollPhotos(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.readPhotos().catch(() => undefined);
      await this.pause(1_000);
    }
  }

  private async readPhotos(): Promise<void> {
    const response = await fetch(`${this.url}/api/photos`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return;
    const { photos } = (await response.json()) as { photos: { id: number; renditions?: { url: string }[] }[] };
    const known = new Set(this.ready.map(({ id }) => id));
    for (const { id, renditions = [] } of photos) {
      if (!known.has(id) && renditions.length > 0) this.ready.push({ id, media: renditions.map(({ url }) => url) });
    }
  }

  private async pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private oneOf<T>(values: T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }
}

/** Classifies a response. A correct 503 is ours and has a Retry-After. */
function classify(status: number, headers: Headers, body: string): Outcome {
  if (status >= 200 && status < 400) return 'ok';
  if (status !== 503 || !headers.get('retry-after')) return 'fault';
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return (isJson ? body.includes('"service.unavailable"') : body.length > 0) ? 'unavailable' : 'fault';
}

function countOutcomes(results: LoadResult[]): Record<Outcome, number> {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  return { ok: count('ok'), unavailable: count('unavailable'), cut: count('cut'), fault: count('fault') };
}

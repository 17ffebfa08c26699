import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { Answers, judge, type Kind } from './load-answers.ts';
import { numberedPicture } from './load-picture.ts';
import { seeded } from './seeded.ts';

/** Milliseconds after which a reader gives up; nothing of ours may take as long. */
const PATIENCE = 30_000;

/** An upload that was answered 201. */
export interface AcceptedUpload {
  number: number;
  id: number;
  title: string;
  sha256: string;
}

/** Clients of each kind, and the milliseconds that each waits between two requests. */
export interface LoadPlan {
  seed: number;
  clients: Record<Kind, number>;
  pause: number;
}

/** For the cluster, whose one visitor is many. */
export const WITHOUT_LIMITS = {
  ...{ LIMIT_COMMENTS: '1000000', LIMIT_POSTS_PER_MINUTE: '1000000', LIMIT_SIGN_INS: '1000' },
  ...{ GATEWAY_REQUESTS: '100000', GATEWAY_CONNECTIONS: '1000' },
};

/** Readers and an artist who go on whatever befalls the site, over connections that they keep, to the gateway alone. */
export class Load {
  readonly answers = new Answers();
  readonly uploads: AcceptedUpload[] = [];
  readonly comments: string[] = [];
  private readonly random: () => number;
  private readonly ready: { id: number; media: string[] }[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<void>[] = [];
  private next = 0;

  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly plan: LoadPlan,
  ) {
    this.random = seeded(plan.seed);
    // Each client listens for the end.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Signs in, and makes a first photo so that there is something to read. */
  static async begin({ url, account }: Cluster, plan: LoadPlan): Promise<Load> {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(account) });
    if (!answer.ok) throw new Error(`The sign-in was answered with ${answer.status}`);
    const load = new Load(url, ((await answer.json()) as { token: string }).token, plan);
    await load.upload();
    while (load.ready.length === 0) {
      await wait(250);
      await load.lookForReady();
    }
    for (const kind of Object.keys(plan.clients) as Kind[]) {
      for (let client = 0; client < plan.clients[kind]; client += 1) load.running.push(load.client(kind));
    }
    load.running.push(load.keepLooking());
    return load;
  }

  /** Lets each client end what it has begun. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running);
  }

  private async client(kind: Kind): Promise<void> {
    const acts: Record<Kind, () => Promise<void>> = {
      page: () => this.read('page', this.oneOf(['/', '/galleries', '/about', `/photo/${this.photo().id}`])),
      media: () => this.read('media', this.oneOf(this.photo().media)),
      api: () =>
        this.read(
          'api',
          this.oneOf(['/api/photos', '/api/galleries', `/api/photos/${this.photo().id}`, '/api/public/settings']),
        ),
      comment: () => this.comment(),
      upload: () => this.upload(),
    };
    while (!this.isStopping) {
      await acts[kind]();
      await wait(this.plan.pause * (0.5 + this.random()), undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  private async read(kind: Kind, path: string): Promise<void> {
    await this.ask(kind, path, {});
  }

  private async comment(): Promise<void> {
    const content = `Comment ${(this.next += 1)} of this run`;
    const body = { photo_id: this.photo().id, author_name: 'Ruth', author_email: 'ruth@example.com', content };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await this.ask('comment', '/api/comments', init);
    if (answer?.status === 201) this.comments.push(content);
  }

  private async upload(): Promise<void> {
    const number = (this.next += 1);
    const picture = await numberedPicture(number);
    const title = `Upload ${number}`;
    const form = new FormData();
    form.set('title', title);
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${number}.jpg`);
    const headers = { authorization: `Bearer ${this.token}` };
    const answer = await this.ask('upload', '/api/photos/upload', { method: 'POST', headers, body: form });
    if (answer?.status !== 201) return;
    const { photo } = JSON.parse(answer.body) as { photo: { id: number } };
    this.uploads.push({ number, title, id: photo.id, sha256: createHash('sha256').update(picture).digest('hex') });
  }

  private async ask(
    kind: Kind,
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; body: string } | undefined> {
    const began = performance.now();
    const note = (outcome: 'well' | 'away' | 'fault', said: string) =>
      this.answers.add({ kind, outcome, said, at: Date.now(), ms: performance.now() - began });
    try {
      const signal = AbortSignal.timeout(PATIENCE);
      const answer = await fetch(this.url + path, { redirect: 'manual', ...init, signal });
      const body = await answer.text();
      note(
        judge(answer.status, answer.headers, body),
        `${answer.status} ${path.replace(/[\da-f]*\d[\da-f]*/g, 'N').slice(0, 40)}`,
      );
      return { status: answer.status, body };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
      const what = [cause?.code, cause?.message].filter(Boolean).join(', ') || message;
      note('fault', `${what}, ${new Date().toISOString()}`);
      return undefined;
    }
  }

  /** What has become ready is read from then on. */
  private async keepLooking(): Promise<void> {
    while (!this.isStopping) {
      await this.lookForReady().catch(() => undefined);
      await wait(1_000, undefined, { signal: this.stopping.signal }).catch(() => {});
    }
  }

  private async lookForReady(): Promise<void> {
    const answer = await fetch(`${this.url}/api/photos`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) return;
    const { photos } = (await answer.json()) as { photos: { id: number; renditions?: { url: string }[] }[] };
    const known = new Set(this.ready.map(({ id }) => id));
    for (const { id, renditions = [] } of photos) {
      if (!known.has(id) && renditions.length > 0) this.ready.push({ id, media: renditions.map(({ url }) => url) });
    }
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private photo() {
    return this.oneOf(this.ready);
  }

  private oneOf<T>(values: T[]): T {
    return values[Math.floor(this.random() * values.length)]!;
  }
}

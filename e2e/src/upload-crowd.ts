import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

/** Result of an upload; `cut`: the connection ended without a response. */
export type UploadResult = 'accepted' | 'refused' | 'cut';

/** Pause of a client after a failure. */
const PAUSE_MS = 1_500;
const TIMEOUT_MS = 40_000;

/** Clients that upload photos without retries, while the server is killed. */
export class UploadCrowd {
  /** By title. */
  readonly results = new Map<string, UploadResult>();
  /** Statuses of failed responses. */
  readonly refusals = new Set<number>();
  private inFlight = 0;
  private started = 0;
  private limit = 0;

  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string>,
    private readonly total: number,
  ) {}

  /** Starts more uploads, and resolves when some have a response and others are in flight, or all have one. */
  async start(more: number, { finished, inFlight }: { finished: number; inFlight: number }): Promise<void> {
    this.limit += more;
    const target = this.results.size + finished;
    const isMissed = () => this.results.size >= Math.min(this.limit, this.total);
    while ((this.results.size < target || this.inFlight < inFlight) && !isMissed()) await wait(1);
  }

  /** Runs all uploads to their end. @param clients parallel uploads */
  async run(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  count(result: UploadResult): number {
    return [...this.results.values()].filter((each) => each === result).length;
  }

  private async client(): Promise<void> {
    for (;;) {
      const number = (this.started += 1);
      if (number > this.total) return;
      const body = await form(number);
      while (number > this.limit) await wait(10);
      // Spreads the clients over the phases of an upload.
      await wait(Math.random() * 200);
      while ((await this.upload(titleOf(number), body)) === 'not sent') await wait(PAUSE_MS / 6);
      if (this.results.get(titleOf(number)) !== 'accepted') await wait(PAUSE_MS);
    }
  }

  private async upload(title: string, body: FormData): Promise<UploadResult | 'not sent'> {
    this.inFlight += 1;
    const result = await this.post(body);
    this.inFlight -= 1;
    if (result !== 'not sent') this.results.set(title, result);
    return result;
  }

  private async post(body: FormData): Promise<UploadResult | 'not sent'> {
    try {
      const response = await fetch(`${this.origin}/api/photos/upload`, {
        method: 'POST',
        // A reused connection may already be closed by the server.
        headers: { ...this.headers, connection: 'close' },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer().catch(() => undefined);
      if (response.status === 201) return 'accepted';
      this.refusals.add(response.status);
      return 'refused';
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return code === 'ECONNREFUSED' ? 'not sent' : 'cut';
    }
  }
}

export const titleOf = (number: number) => `Photo ${number}`;

/** Each picture is unique. */
async function form(number: number): Promise<FormData> {
  const background = { r: number % 256, g: (number * 7) % 256, b: (number * 31) % 256 };
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
  const image = await sharp({ create: { width: 360, height: 240, channels: 3, background, noise } })
    .tint(background)
    .jpeg()
    .toBuffer();
  const body = new FormData();
  body.set('title', titleOf(number));
  body.set('image', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'photo.jpg');
  return body;
}

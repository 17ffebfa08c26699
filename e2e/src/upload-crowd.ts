import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';

/** What its client heard of an upload; `cut`: no answer at all, although it had begun. */
export type Answer = 'accepted' | 'refused' | 'cut';

/** Milliseconds that a client waits after a failure, as people do. */
const PAUSE = 1_500;
/** Milliseconds after which a client hangs up. */
const PATIENCE = 40_000;

/** Clients that upload one photo after another, whatever befalls the server; none tries a photo a second time. */
export class UploadCrowd {
  /** By title. */
  readonly answers = new Map<string, Answer>();
  /** Statuses of refusals, each once. */
  readonly refusals = new Set<number>();
  private inFlight = 0;
  private begun = 0;
  private allowed = 0;

  constructor(
    private readonly origin: string,
    private readonly headers: Record<string, string>,
    private readonly total: number,
  ) {}

  /**
   * Lets so many more uploads begin, and resolves in their midst: some are answered, and others in flight. Where the moment was
   * missed, it resolves when all of them are answered.
   */
  async begin(more: number, { answered, inFlight }: { answered: number; inFlight: number }): Promise<void> {
    this.allowed += more;
    const target = this.answers.size + answered;
    const isMissed = () => this.answers.size >= Math.min(this.allowed, this.total);
    while ((this.answers.size < target || this.inFlight < inFlight) && !isMissed()) await wait(1);
  }

  /**
   * Resolves when all uploads have been answered, or cut.
   *
   * @param clients uploads at the same time
   */
  async run(clients: number): Promise<void> {
    await Promise.all(Array.from({ length: clients }, () => this.client()));
  }

  count(answer: Answer): number {
    return [...this.answers.values()].filter((each) => each === answer).length;
  }

  private async client(): Promise<void> {
    for (;;) {
      const number = (this.begun += 1);
      if (number > this.total) return;
      const body = await form(number);
      while (number > this.allowed) await wait(10);
      // Not all at the same step.
      await wait(Math.random() * 200);
      while ((await this.upload(titleOf(number), body)) === 'never begun') await wait(PAUSE / 6);
      if (this.answers.get(titleOf(number)) !== 'accepted') await wait(PAUSE);
    }
  }

  private async upload(title: string, body: FormData): Promise<Answer | 'never begun'> {
    this.inFlight += 1;
    const answer = await this.post(body);
    this.inFlight -= 1;
    if (answer !== 'never begun') this.answers.set(title, answer);
    return answer;
  }

  private async post(body: FormData): Promise<Answer | 'never begun'> {
    try {
      const response = await fetch(`${this.origin}/api/photos/upload`, {
        method: 'POST',
        // A connection of its own: one that is used again may have been cut by the upload before.
        headers: { ...this.headers, connection: 'close' },
        body,
        signal: AbortSignal.timeout(PATIENCE),
      });
      await response.arrayBuffer().catch(() => undefined);
      if (response.status === 201) return 'accepted';
      this.refusals.add(response.status);
      return 'refused';
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      return code === 'ECONNREFUSED' ? 'never begun' : 'cut';
    }
  }
}

export const titleOf = (number: number) => `Photo ${number}`;

/** No two pictures alike. */
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

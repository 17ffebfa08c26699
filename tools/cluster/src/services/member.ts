/** How a process ended. */
export interface End {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A process that has been started, whatever it is. */
export interface Launched {
  pid: number;
  /** Resolves when it can be used; rejects with its last words when it ends before. */
  ready: Promise<void>;
  ended: Promise<End>;
  /** Asks it to stop, in the way that it finishes what is in flight. */
  stop(): void;
  kill(): void;
}

/** What a member is, and how it comes to be. */
export interface MemberPlan {
  /** Of its service: `api`. */
  name: string;
  /** From 0 among those of one service. */
  index: number;
  port?: number;
  /** Where it tells its metrics and its health; see METRICS_PORT. */
  metricsUrl?: string;
  logFile: string;
  /** Milliseconds to stop in, until it is killed: the service's `stop_grace_period`. */
  stopWithin: number;
  launch(): Launched | Promise<Launched>;
}

/** One end that nobody had asked for. */
export interface Death extends End {
  /** Milliseconds since the epoch. */
  at: number;
}

/** Milliseconds before the first new start, doubled for each that follows, as Docker does. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 60_000;
/** Milliseconds after which a process counts as one that runs, and the next pause is a short one again. */
const STEADY = 10_000;

/**
 * One process of the cluster. Whatever ends it, unless `stop()`, it is started again with growing pauses, as
 * `restart: unless-stopped` has it; its port stays.
 */
export class Member {
  readonly name: string;
  readonly index: number;
  readonly metricsUrl: string | undefined;
  readonly logFile: string;
  /** Each end that nobody asked for, `kill()` included. */
  readonly deaths: Death[] = [];
  private current: Launched | undefined;
  private isUp = false;
  private isWanted = false;
  /** Of the present attempt; who waits for a member waits for whichever attempt succeeds. */
  private pause = FIRST_PAUSE;
  private awaiting: (() => void)[] = [];
  private comingBack: NodeJS.Timeout | undefined;
  private lastEnd: Promise<End> = Promise.resolve({ code: 0, signal: null });

  constructor(private readonly plan: MemberPlan) {
    ({ name: this.name, index: this.index, metricsUrl: this.metricsUrl, logFile: this.logFile } = plan);
  }

  /** `api-2` */
  get title(): string {
    return `${this.name}-${this.index + 1}`;
  }

  /** @throws for a member that does not listen, such as a worker */
  get port(): number {
    if (this.plan.port === undefined) throw new Error(`${this.title} listens nowhere`);
    return this.plan.port;
  }

  /** Of the process that runs now. @throws while there is none */
  get pid(): number {
    if (!this.current) throw new Error(`${this.title} does not run`);
    return this.current.pid;
  }

  /** Whether there is a process that said it is ready. */
  get isRunning(): boolean {
    return this.isUp;
  }

  /** Resolves when the present process, or else the last, has ended. */
  get ended(): Promise<End> {
    return this.lastEnd;
  }

  /** Starts it and waits until it can be used. @throws with its last words when this first attempt fails */
  async start(): Promise<void> {
    if (this.isWanted) return this.ready();
    this.isWanted = true;
    this.pause = FIRST_PAUSE;
    try {
      await (
        await this.bringUp()
      ).ready;
    } catch (error) {
      await this.stop();
      throw new Error(`${this.title} does not start: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  /** Waits until it runs, after a death too. */
  ready(): Promise<void> {
    return this.isUp ? Promise.resolve() : new Promise((resolve) => this.awaiting.push(resolve));
  }

  /** Asks it to stop, kills it when it takes too long, and leaves it stopped. */
  async stop(): Promise<void> {
    this.isWanted = false;
    clearTimeout(this.comingBack);
    const { current } = this;
    if (!current) return;
    current.stop();
    const late = setTimeout(() => current.kill(), this.plan.stopWithin);
    await current.ended;
    clearTimeout(late);
  }

  /** `kill -9`; resolves when the process has gone. It is started again, unless `stop()` follows. */
  async kill(): Promise<void> {
    const { current } = this;
    if (!current) return;
    current.kill();
    await current.ended;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  private async bringUp(): Promise<Launched> {
    const began = Date.now();
    const launched = await this.plan.launch();
    this.current = launched;
    this.lastEnd = launched.ended;
    void launched.ready.then(
      () => this.current === launched && this.told(),
      () => undefined,
    );
    void launched.ended.then((end) => {
      this.current = undefined;
      this.isUp = false;
      if (!this.isWanted) return;
      this.deaths.push({ at: Date.now(), ...end });
      if (Date.now() - began > STEADY) this.pause = FIRST_PAUSE;
      this.bringBack();
    });
    return launched;
  }

  private bringBack(): void {
    const { pause } = this;
    this.pause = Math.min(pause * 2, LONGEST_PAUSE);
    // From then on its own end brings it back; where it could not even be started, the next pause is longer.
    this.comingBack = setTimeout(() => void this.bringUp().catch(() => this.isWanted && this.bringBack()), pause);
  }

  private told(): void {
    this.isUp = true;
    for (const tell of this.awaiting.splice(0)) tell();
  }
}

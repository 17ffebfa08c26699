import { stopProcess, type ProcessExit, type RunningProcess } from './launch-process.ts';

/** Pause before the first restart; it doubles with each restart that follows soon. */
const FIRST_PAUSE_MS = 100;
/** Milliseconds since launch after which the pause resets. */
const STEADY_MS = 10_000;
/** Failed restarts in a row, and their time span, after which `onGiveUp` is called. */
const MAX_FAILURES = 5;
const FAILURES_WITHIN_MS = 60_000;

export interface SupervisedProcessOptions {
  /** Used in messages. */
  name: string;
  launch(): RunningProcess | Promise<RunningProcess>;
  stopTimeoutMs?: number;
  /** Longest pause before a restart. */
  maxPauseMs?: number;
  onRestart?(message: string): void;
  /** Called after repeated failed restarts. Without it restarts never end. */
  onGiveUp?(error: Error): void;
}

/** Process that is restarted with growing pauses whenever it ends, unless `stop()` ended it. */
export class SupervisedProcess {
  /** Unexpected exits after the first successful start. */
  readonly exits: ProcessExit[] = [];
  private current: RunningProcess | undefined;
  private launching: Promise<RunningProcess> | undefined;
  private state: 'stopped' | 'starting' | 'supervised' = 'stopped';
  private isUp = false;
  private pause = FIRST_PAUSE_MS;
  private failures: number[] = [];
  /** Whether slow failures were reported. */
  private isReported = false;
  private restartTimer: NodeJS.Timeout | undefined;

  constructor(protected readonly options: SupervisedProcessOptions) {}

  /** @throws Error while no process runs */
  get pid(): number {
    if (!this.current) throw new Error(`${this.options.name} does not run`);
    return this.current.pid;
  }

  /** Whether a process runs and has reported that it is ready. */
  get isRunning(): boolean {
    return this.isUp;
  }

  /** Starts the stopped process and waits until it is ready. @throws when this first start fails */
  async start(): Promise<void> {
    this.state = 'starting';
    this.pause = FIRST_PAUSE_MS;
    this.failures = [];
    try {
      const launched = await this.launch();
      await launched.ready;
      if (this.state === 'starting') this.state = 'supervised';
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops the process; SIGKILL follows after the timeout. */
  async stop(): Promise<void> {
    this.state = 'stopped';
    clearTimeout(this.restartTimer);
    await this.launching?.catch(() => undefined);
    if (this.current) await stopProcess(this.current, this.options.stopTimeoutMs);
  }

  /** Sends SIGKILL and waits for the end. A restart follows. */
  async kill(): Promise<void> {
    const { current } = this;
    current?.kill();
    await current?.ended;
  }

  private async launch(): Promise<RunningProcess> {
    const startedAt = Date.now();
    this.launching = Promise.resolve(this.options.launch());
    const launched = await this.launching;
    this.current = launched;
    void launched.ready.then(
      () => this.current === launched && this.setUp(),
      (error: Error) => this.countFailure(error),
    );
    void launched.ended.then((exit) => this.onExit(exit, startedAt));
    return launched;
  }

  private setUp(): void {
    this.isUp = true;
    this.failures = [];
    this.isReported = false;
  }

  private onExit(exit: ProcessExit, startedAt: number): void {
    const { name, onRestart } = this.options;
    const wasUp = this.isUp;
    this.current = undefined;
    this.isUp = false;
    if (this.state === 'stopped' || (this.state === 'starting' && !wasUp)) return;
    this.exits.push(exit);
    if (wasUp) onRestart?.(`${name} has ended (${exit.signal ?? `status ${exit.code}`}), and is started again.`);
    if (Date.now() - startedAt > STEADY_MS) this.pause = FIRST_PAUSE_MS;
    this.scheduleRestart();
  }

  private scheduleRestart(): void {
    const { pause } = this;
    this.pause = Math.min(pause * 2, this.options.maxPauseMs ?? Infinity);
    const restart = () =>
      this.launch().catch((error: Error) => {
        this.countFailure(error);
        if (this.state === 'supervised') this.scheduleRestart();
      });
    this.restartTimer = setTimeout(() => void restart(), pause);
  }

  private countFailure(error: Error): void {
    const { name, onRestart, onGiveUp } = this.options;
    if (this.state !== 'supervised' || !onGiveUp) return;
    this.failures = [...this.failures, Date.now()].slice(-MAX_FAILURES);
    if (this.failures.length < MAX_FAILURES) return;
    // Slow failures may end, such as those for a database that is away.
    if (Date.now() - this.failures[0]! >= FAILURES_WITHIN_MS) {
      if (!this.isReported) onRestart?.(`${name} does not start again: ${error.message}`);
      this.isReported = true;
      return;
    }
    this.state = 'stopped';
    clearTimeout(this.restartTimer);
    onGiveUp(error);
  }
}

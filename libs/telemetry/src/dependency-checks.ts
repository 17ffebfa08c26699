import { messageOf } from '@portfolio/lifecycle';

export type DependencyStatus = 'up' | 'down';

/** Milliseconds until a check times out. */
const TIMEOUT_MS = 3_000;
/** Milliseconds for which results are cached: health endpoints are public, and a check may write a file. */
const CACHED_FOR_MS = 1_000;

/** Checks all dependencies of a process concurrently, again a second after the last checks ended. */
export class DependencyChecks<Name extends string> {
  private latest: { endedAt: number; statuses: Promise<Record<Name, DependencyStatus>> } | undefined;

  /**
   * @param checks each rejects when the dependency is down
   * @param onFault receives the message of the error and of its cause
   */
  constructor(
    private readonly checks: Record<Name, () => Promise<unknown>>,
    private readonly onFault: (name: string, reason: string) => void,
  ) {}

  check(): Promise<Record<Name, DependencyStatus>> {
    if (!this.latest || performance.now() - this.latest.endedAt > CACHED_FOR_MS) {
      const latest = { endedAt: Infinity, statuses: this.checkAll() };
      void latest.statuses.then(() => (latest.endedAt = performance.now()));
      this.latest = latest;
    }
    return this.latest.statuses;
  }

  private async checkAll(): Promise<Record<Name, DependencyStatus>> {
    const names = Object.keys(this.checks) as Name[];
    const statuses = await Promise.all(names.map(async (name) => [name, await this.checkOne(name)] as const));
    return Object.fromEntries(statuses) as Record<Name, DependencyStatus>;
  }

  private async checkOne(name: Name): Promise<DependencyStatus> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('check timed out')), TIMEOUT_MS);
    });
    try {
      await Promise.race([this.checks[name](), timeout]);
      return 'up';
    } catch (error) {
      this.onFault(name, reasonOf(error));
      return 'down';
    } finally {
      clearTimeout(timer);
    }
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause === undefined ? messageOf(error) : `${messageOf(error)} (${messageOf(cause)})`;
}

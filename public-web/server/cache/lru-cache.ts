export interface LruLimits {
  entries: number;
  bytes: number;
}

/** Holds so many things, of so many bytes in all; what nobody has asked for the longest makes room for what is new. */
export class LruCache<T> {
  /** In the order in which they were last asked for. */
  private readonly things = new Map<string, { thing: T; bytes: number }>();
  private bytes = 0;

  constructor(private readonly limits: LruLimits) {}

  has(name: string): boolean {
    return this.things.has(name);
  }

  get(name: string): T | undefined {
    const found = this.things.get(name);
    if (!found) return undefined;
    this.things.delete(name);
    this.things.set(name, found);
    return found.thing;
  }

  /** @param bytes that it takes, without its name */
  set(name: string, thing: T, bytes: number): void {
    this.delete(name);
    const all = bytes + 2 * name.length;
    if (all > this.limits.bytes) return;
    this.things.set(name, { thing, bytes: all });
    this.bytes += all;
    for (const oldest of this.things.keys()) {
      if (this.things.size <= this.limits.entries && this.bytes <= this.limits.bytes) break;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.bytes -= this.things.get(name)?.bytes ?? 0;
    this.things.delete(name);
  }

  clear(): void {
    this.things.clear();
    this.bytes = 0;
  }
}

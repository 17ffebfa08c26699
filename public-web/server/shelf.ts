export interface ShelfLimits {
  entries: number;
  bytes: number;
}

/** Holds so many things, of so many bytes in all; what nobody has asked for the longest makes room for what is new. */
export class Shelf<T> {
  /** In the order in which they were last asked for. */
  private readonly things = new Map<string, { thing: T; bytes: number }>();
  private bytes = 0;

  constructor(private readonly limits: ShelfLimits) {}

  has(name: string): boolean {
    return this.things.has(name);
  }

  take(name: string): T | undefined {
    const found = this.things.get(name);
    if (!found) return undefined;
    this.things.delete(name);
    this.things.set(name, found);
    return found.thing;
  }

  /** @param bytes that it takes, without its name */
  put(name: string, thing: T, bytes: number): void {
    this.remove(name);
    const all = bytes + 2 * name.length;
    if (all > this.limits.bytes) return;
    this.things.set(name, { thing, bytes: all });
    this.bytes += all;
    for (const oldest of this.things.keys()) {
      if (this.things.size <= this.limits.entries && this.bytes <= this.limits.bytes) break;
      this.remove(oldest);
    }
  }

  remove(name: string): void {
    this.bytes -= this.things.get(name)?.bytes ?? 0;
    this.things.delete(name);
  }

  clear(): void {
    this.things.clear();
    this.bytes = 0;
  }
}

/**
 * What was found out, by what it was asked by, all of it true under one mark of the content: with another mark it is all
 * forgotten. What was asked for the longest ago goes first where there is no room.
 */
export class VersionedCache<T> {
  private readonly found = new Map<string, T>();
  private mark: string | undefined;
  private bytes = 0;

  /**
   * @param room bytes of all that is kept
   * @param roomFor bytes of one, with what it was asked by
   */
  constructor(
    private readonly room: number,
    private readonly roomFor: (asked: string, one: T) => number,
  ) {}

  /** @param mark of the content now */
  get(asked: string, mark: string): T | undefined {
    if (mark !== this.mark) {
      this.found.clear();
      this.bytes = 0;
      this.mark = mark;
    }
    const one = this.found.get(asked);
    if (one !== undefined) {
      // Now the last one in the order of the map.
      this.found.delete(asked);
      this.found.set(asked, one);
    }
    return one;
  }

  /** @param mark of the content before it was found out; not kept unless it is still the last one known */
  set(asked: string, mark: string, one: T): void {
    if (mark !== this.mark || this.found.has(asked)) return;
    this.found.set(asked, one);
    this.bytes += this.roomFor(asked, one);
    for (const [oldest, other] of this.found) {
      if (this.bytes <= this.room) break;
      this.found.delete(oldest);
      this.bytes -= this.roomFor(oldest, other);
    }
  }
}

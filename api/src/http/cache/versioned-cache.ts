import { LRUCache } from 'lru-cache';

/** LRU cache, cleared when the content version changes (decision 39). */
export class VersionedCache<T extends object> {
  private readonly entries: LRUCache<string, T>;
  private version: string | undefined;

  /**
   * @param maxBytes of all entries
   * @param sizeOf bytes of one entry with its key
   */
  constructor(maxBytes: number, sizeOf: (key: string, value: T) => number) {
    this.entries = new LRUCache({ maxSize: maxBytes, sizeCalculation: (value, key) => sizeOf(key, value) });
  }

  /** @param version of the content now */
  get(key: string, version: string): T | undefined {
    if (version !== this.version) {
      this.entries.clear();
      this.version = version;
    }
    return this.entries.get(key);
  }

  /** @param version of the content before the value was read; stored only if it is still the latest */
  set(key: string, version: string, value: T): void {
    if (version === this.version) this.entries.set(key, value);
  }
}

import { createHash } from 'node:crypto';

/**
 * Set of paths as sorted 64-bit hashes, 8 bytes each. Among a million paths, two have the same hash with a probability of
 * one in 37 million.
 */
export class PathSet {
  /** Whether a path was added twice. */
  readonly hasDuplicates: boolean;

  private constructor(private readonly hashes: BigUint64Array) {
    this.hasDuplicates = hashes.some((hash, index) => index > 0 && hash === hashes[index - 1]);
  }

  static async from(entries: AsyncIterable<{ path: string }>): Promise<PathSet> {
    let hashes = new BigUint64Array(1_024);
    let size = 0;
    for await (const { path } of entries) {
      if (size === hashes.length) {
        const larger = new BigUint64Array(2 * size);
        larger.set(hashes);
        hashes = larger;
      }
      hashes[size] = hashOf(path);
      size += 1;
    }
    return new PathSet(hashes.subarray(0, size).sort());
  }

  get size(): number {
    return this.hashes.length;
  }

  has(path: string): boolean {
    const hash = hashOf(path);
    let [low, high] = [0, this.hashes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.hashes[middle]! < hash) low = middle + 1;
      else high = middle;
    }
    return this.hashes[low] === hash;
  }
}

const hashOf = (path: string) => createHash('sha256').update(path).digest().readBigUInt64LE();

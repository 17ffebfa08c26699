/** A directory of the origin private file system, in memory. */
export class FakeDirectory {
  readonly files = new Map<string, File>();
  readonly folders = new Map<string, FakeDirectory>();
  /** Makes the next writes fail, as on a full disk. */
  isFull = false;

  async getDirectoryHandle(name: string): Promise<FakeDirectory> {
    if (!this.folders.has(name)) this.folders.set(name, new FakeDirectory());
    return this.folders.get(name)!;
  }

  async getFileHandle(name: string, { create = false } = {}) {
    if (!this.files.has(name) && !create) throw new DOMException(name, 'NotFoundError');
    if (create && !this.files.has(name)) this.files.set(name, new File([], name));
    return {
      getFile: async () => {
        const file = this.files.get(name)!;
        // jsdom's has none.
        return Object.assign(file, { text: async () => new TextDecoder().decode(await file.arrayBuffer()) });
      },
      createWritable: async () => {
        let content: Blob | string = '';
        return {
          write: async (written: Blob | string) => {
            if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
            content = written;
          },
          abort: async () => {},
          close: async () => void this.files.set(name, new File([content], name)),
        };
      },
    };
  }

  async removeEntry(name: string): Promise<void> {
    if (!this.files.delete(name)) throw new DOMException(name, 'NotFoundError');
  }

  async *keys(): AsyncGenerator<string> {
    yield* [...this.files.keys()];
  }

  /** Names in a folder. */
  names(folder: string): string[] {
    return [...(this.folders.get(folder)?.files.keys() ?? [])].sort();
  }
}

/** Web Locks of one tab after another. */
class FakeLocks {
  private readonly held = new Set<string>();
  readonly waiting = new Set<{ name: string; take: () => void }>();

  request(name: string, ...[options, callback]: [object | (() => unknown), (() => unknown)?]): Promise<unknown> {
    const run = (callback ?? options) as () => unknown;
    return new Promise((resolve, reject) => {
      const { signal } = options as { signal?: AbortSignal };
      const take = () => {
        this.held.add(name);
        const result = Promise.resolve(run());
        resolve(result);
        const pass = () => this.pass(name);
        void result.then(pass, pass);
      };
      const waiter = { name, take };
      signal?.addEventListener('abort', () => (this.waiting.delete(waiter), reject(signal.reason)));
      if (this.held.has(name)) this.waiting.add(waiter);
      else take();
    });
  }

  isHeld(name: string): boolean {
    return this.held.has(name);
  }

  /** Releases the locks of a tab that is closed. */
  release(): void {
    for (const name of [...this.held]) this.pass(name);
  }

  private pass(name: string): void {
    this.held.delete(name);
    const next = [...this.waiting].find((waiter) => waiter.name === name);
    if (!next) return;
    this.waiting.delete(next);
    next.take();
  }
}

/** Gives the page an origin private file system and Web Locks. `remove` takes them away. */
export function fakeSavedFiles() {
  const root = new FakeDirectory();
  const locks = new FakeLocks();
  const { navigator } = window;
  const handle = class {
    createWritable() {}
  };
  Object.assign(globalThis, { FileSystemFileHandle: handle });
  Object.defineProperties(navigator, {
    storage: { configurable: true, value: { getDirectory: async () => root } },
    locks: { configurable: true, value: locks },
  });
  return {
    root,
    locks,
    remove() {
      Object.assign(globalThis, { FileSystemFileHandle: undefined });
      for (const name of ['storage', 'locks']) Reflect.deleteProperty(navigator, name);
    },
  };
}

import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Metadata of an object. */
export interface StoredObject {
  bucket: string;
  key: string;
  blob: string;
  bytes: number;
  etag: string;
  contentType: string;
  modifiedAt: string;
}

const NOT_AS_SIGNED = 'The bytes that came are not those that were signed';

/** The received bytes differ from the announced ones. */
class DigestError extends Error {
  override name = 'DigestError';
}

/**
 * Objects in a folder with the guarantees of S3: writes are atomic, the last writer wins, a truncated or wrongly signed
 * write leaves nothing, and keys are listed in the order of their bytes.
 */
export class ObjectStore {
  private readonly objects = new Map<string, StoredObject>();
  /** Last unfinished change of each object. */
  private readonly changes = new Map<string, Promise<void>>();

  /** @param folder created if missing; objects of an earlier run remain */
  constructor(private readonly folder: string) {
    for (const name of ['blobs', 'index']) mkdirSync(join(folder, name), { recursive: true });
    for (const name of readdirSync(join(folder, 'index'))) {
      if (!name.endsWith('.json')) continue;
      const object = JSON.parse(readFileSync(join(folder, 'index', name), 'utf8')) as StoredObject;
      this.objects.set(nameOf(object.bucket, object.key), object);
    }
  }

  find(bucket: string, key: string): StoredObject | undefined {
    return this.objects.get(nameOf(bucket, key));
  }

  /** In the order of their keys' bytes. */
  list(bucket: string, prefix: string): StoredObject[] {
    const found = [...this.objects.values()].filter((object) => object.bucket === bucket);
    return found
      .filter(({ key }) => key.startsWith(prefix))
      .sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));
  }

  /** An open file, so that a concurrent overwrite or delete does not affect the read. */
  async open({ blob }: StoredObject, range: { start: number; end: number }): Promise<Readable> {
    const stream = createReadStream(this.pathOf(blob), range);
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject));
    return stream;
  }

  /**
   * Stores the body of a request, which must match its signed digest.
   *
   * @throws DigestError
   */
  async receive(content: IncomingMessage | Buffer): Promise<{ blob: string; bytes: number; md5: string }> {
    const blob = randomUUID();
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let bytes = 0;
    const counted = async function* (chunks: AsyncIterable<Buffer> | Iterable<Buffer>) {
      for await (const chunk of chunks) {
        for (const hash of [md5, sha256]) hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    };
    try {
      await pipeline(Buffer.isBuffer(content) ? [content] : content, counted, createWriteStream(this.pathOf(blob)));
      if (!Buffer.isBuffer(content)) assertAsAnnounced(content, sha256, bytes);
    } catch (error) {
      await this.discard(blob);
      throw error;
    }
    return { blob, bytes, md5: md5.digest('hex') };
  }

  /** Concatenates received parts. */
  async join(blobs: string[]): Promise<string> {
    const blob = randomUUID();
    const paths = blobs.map((part) => this.pathOf(part));
    const joined = async function* () {
      for (const path of paths) yield* createReadStream(path);
    };
    await pipeline(joined, createWriteStream(this.pathOf(blob)));
    return blob;
  }

  /** Publishes the object and replaces the previous one. */
  publish(object: StoredObject): Promise<void> {
    const name = nameOf(object.bucket, object.key);
    return this.inSequence(name, async () => {
      const temporary = join(this.folder, 'index', `${object.blob}.new`);
      await writeFile(temporary, JSON.stringify(object));
      const before = this.objects.get(name);
      this.objects.set(name, object);
      await rename(temporary, this.rowOf(object));
      if (before) await this.discard(before.blob);
    });
  }

  remove(bucket: string, key: string): Promise<void> {
    const name = nameOf(bucket, key);
    return this.inSequence(name, async () => {
      const object = this.objects.get(name);
      if (!object) return;
      this.objects.delete(name);
      await rm(this.rowOf(object), { force: true });
      await this.discard(object.blob);
    });
  }

  /** Runs changes of one object one after the other: parallel renames may end in any order. */
  private async inSequence(name: string, change: () => Promise<void>): Promise<void> {
    const changed = (this.changes.get(name) ?? Promise.resolve()).catch(() => undefined).then(change);
    this.changes.set(name, changed);
    await changed.finally(() => {
      if (this.changes.get(name) === changed) this.changes.delete(name);
    });
  }

  async discard(blob: string): Promise<void> {
    await rm(this.pathOf(blob), { force: true });
  }

  private pathOf(blob: string): string {
    return join(this.folder, 'blobs', blob);
  }

  private rowOf({ bucket, key }: StoredObject): string {
    return join(this.folder, 'index', `${createHash('sha256').update(nameOf(bucket, key)).digest('hex')}.json`);
  }
}

const nameOf = (bucket: string, key: string) => `${bucket}/${key}`;

function assertAsAnnounced({ headers }: IncomingMessage, sha256: Hash, bytes: number): void {
  const signed = String(headers['x-amz-content-sha256']);
  if (signed.startsWith('STREAMING-')) throw new DigestError('Bodies in signed pieces are not understood here');
  if (/^[0-9a-f]{64}$/.test(signed) && signed !== sha256.digest('hex')) throw new DigestError(NOT_AS_SIGNED);
  if (headers['content-length'] !== undefined && Number(headers['content-length']) !== bytes) {
    throw new DigestError('Fewer bytes came than were announced');
  }
}

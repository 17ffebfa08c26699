import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { ObjectStore, type StoredObject } from './object-store.ts';

/** An open multipart upload. */
export interface StartedUpload {
  id: string;
  bucket: string;
  key: string;
  contentType: string;
  initiated: Date;
  parts: Map<number, { blob: string; bytes: number; md5: string }>;
}

/** Object of s3rver. */
interface ServedObject {
  bucket: string;
  key: string;
  content: Readable | null;
  metadata: Record<string, string | number>;
  size: number;
  lastModifiedDate: Date;
  range?: { start: number; end: number };
}

const served = (object: StoredObject): ServedObject => ({
  bucket: object.bucket,
  key: object.key,
  content: null,
  metadata: {
    'content-type': object.contentType,
    'content-length': object.bytes,
    etag: object.etag,
    'last-modified': new Date(object.modifiedAt).toUTCString(),
  },
  size: object.bytes,
  lastModifiedDate: new Date(object.modifiedAt),
});

const typeOf = (metadata: Record<string, string | number>) => String(metadata['content-type'] ?? 'binary/octet-stream');

/** Store of s3rver, instead of its default, which shows partial files and loses keys between pages. */
export class S3rverStore {
  private readonly objects: ObjectStore;
  /** Multipart uploads of this run; those of an earlier run count as aborted. */
  private readonly uploads = new Map<string, StartedUpload>();

  /** @param bucket the only one */
  constructor(
    folder: string,
    private readonly bucket: string,
  ) {
    this.objects = new ObjectStore(folder);
  }

  async getBucket(name: string) {
    return name === this.bucket ? { name, creationDate: new Date(0) } : null;
  }

  async listObjects(bucket: string, given: { prefix?: string; startAfter?: string; maxKeys: number }) {
    const { prefix = '', startAfter = '', maxKeys } = given;
    const after = Buffer.from(startAfter);
    const found = this.objects.list(bucket, prefix).filter(({ key }) => Buffer.compare(Buffer.from(key), after) > 0);
    // `pagesMiddleware` adds the token: those of s3rver need a cipher that Node has removed.
    return { objects: found.slice(0, maxKeys).map(served), commonPrefixes: [], isTruncated: false };
  }

  /** Whether a list has keys after this one. */
  hasAfter(bucket: string, prefix: string, key: string): boolean {
    const last = this.objects.list(bucket, prefix).at(-1);
    return last !== undefined && last.key !== key;
  }

  async existsObject(bucket: string, key: string): Promise<boolean> {
    return this.objects.find(bucket, key) !== undefined;
  }

  async getObject(bucket: string, key: string, range: { start?: number; end?: number } = {}) {
    for (;;) {
      const stored = this.objects.find(bucket, key);
      if (!stored) return null;
      const object = await this.tryOpen(stored, range).catch((error: unknown) => {
        // Replaced or deleted meanwhile.
        if (this.objects.find(bucket, key) === stored) throw error;
      });
      if (object) return object;
    }
  }

  private async tryOpen(stored: StoredObject, { start, end }: { start?: number; end?: number }): Promise<ServedObject> {
    const object = served(stored);
    const last = stored.bytes - 1;
    const range = { start: start ?? 0, end: Math.min(end ?? Infinity, Math.max(0, last)) };
    if (start !== undefined) object.range = range;
    if (start === undefined || start <= last) object.content = await this.objects.open(stored, range);
    return object;
  }

  async putObject({ bucket, key, content, metadata }: ServedObject & { content: IncomingMessage | Buffer }) {
    const { blob, bytes, md5 } = await this.objects.receive(content);
    await this.publish({ bucket, key, blob, bytes, etag: JSON.stringify(md5), contentType: typeOf(metadata) });
    return { size: bytes, md5 };
  }

  async copyObject(bucket: string, key: string, toBucket: string, toKey: string) {
    const stored = this.objects.find(bucket, key)!;
    const blob = await this.objects.join([stored.blob]);
    await this.publish({ ...stored, bucket: toBucket, key: toKey, blob });
    return served(this.objects.find(toBucket, toKey)!).metadata;
  }

  deleteObject(bucket: string, key: string): Promise<void> {
    return this.objects.remove(bucket, key);
  }

  async initiateUpload(bucket: string, key: string, id: string, metadata: Record<string, string>): Promise<void> {
    const contentType = typeOf(metadata);
    this.uploads.set(id, { id, bucket, key, contentType, initiated: new Date(), parts: new Map() });
  }

  /** @returns undefined for an unknown or finished upload */
  findUpload(id: string): StartedUpload | undefined {
    return this.uploads.get(id);
  }

  async putPart(_bucket: string, id: string, number: string, content: IncomingMessage) {
    const part = await this.objects.receive(content);
    const upload = this.uploads.get(id);
    if (!upload) {
      await this.objects.discard(part.blob);
      throw new Error('The upload was aborted');
    }
    upload.parts.set(Number(number), part);
    return { size: part.bytes, md5: part.md5 };
  }

  /** As in S3, the ETag of a multipart upload is no digest of its content. */
  async putObjectMultipart(bucket: string, id: string, named: { number: number; etag: string }[]) {
    const upload = this.uploads.get(id);
    const parts = named.map(({ number, etag }) => {
      const part = upload?.parts.get(number);
      if (part?.md5 !== etag) throw new Error(`Part ${number} is not there as it is named`);
      return part;
    });
    if (!upload) throw new Error('The upload was aborted');
    const digest = createHash('md5');
    for (const { md5 } of parts) digest.update(Buffer.from(md5, 'hex'));
    const md5 = `${digest.digest('hex')}-${parts.length}`;
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    const blob = await this.objects.join(parts.map((part) => part.blob));
    const { key, contentType } = upload;
    await this.publish({ bucket, key, blob, bytes, etag: JSON.stringify(md5), contentType });
    await this.abortUpload(id);
    return { size: bytes, md5 };
  }

  listUploads(bucket: string, prefix: string): StartedUpload[] {
    const uploads = [...this.uploads.values()].filter((upload) => upload.bucket === bucket);
    return uploads
      .filter(({ key }) => key.startsWith(prefix))
      .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  }

  async abortUpload(id: string): Promise<void> {
    const upload = this.uploads.get(id);
    this.uploads.delete(id);
    for (const { blob } of upload?.parts.values() ?? []) await this.objects.discard(blob);
  }

  /** Unused features of buckets. */
  async getSubresource(): Promise<null> {
    return null;
  }

  private publish(object: Omit<StoredObject, 'modifiedAt'>): Promise<void> {
    return this.objects.publish({ ...object, modifiedAt: new Date().toISOString() });
  }
}

/** S3's order of open uploads. */
export const nameOf = ({ key, id }: Pick<StartedUpload, 'key' | 'id'>) => `${key}\0${id}`;

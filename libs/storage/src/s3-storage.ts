import { createReadStream } from 'node:fs';
import { rm, stat as statLocal } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
  paginateListObjectsV2,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { inBatches } from './copy-files.ts';
import type { S3Settings } from './open-storage.ts';
import { PICTURE_FOLDERS } from './keys.ts';
import { s3Clients, IDLE_TIMEOUT_MS } from './s3-clients.ts';
import { faultOf, orMissing, unavailable } from './s3-faults.ts';
import {
  assertKey,
  StorageUnavailableError,
  type ByteRange,
  type OpenedFile,
  type Storage,
  type StoredFile,
} from './storage.ts';
import { withIdleTimeout } from './with-idle-timeout.ts';

/** Bytes of a part of a multipart upload; each part is retried by itself. */
const PART_BYTES = 8 * 1024 * 1024;
/** The same for a stream of unknown length: a file has at most 10,000 parts, and so 160 GB. */
const STREAM_PART_BYTES = 16 * 1024 * 1024;
/** Concurrent parts, in memory. */
const PART_CONCURRENCY = 2;
/** Limit of keys in one DeleteObjects request. */
const MAX_DELETED_KEYS = 1000;
/** Key of the file that a check writes and removes. */
const CHECK_KEY = 'check.part';
/** Milliseconds between two writes of checks: anyone can request a check, and stores charge for writes. */
const CHECK_WRITE_INTERVAL_MS = 60_000;

/**
 * Storage in a bucket of S3 or a compatible store, whose writes are atomic and consistent. A missing bucket is an unavailable
 * storage, never a missing file.
 */
export class S3Storage implements Storage {
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly clients;
  /** When a check last wrote its file. */
  private checkedAt: number | undefined;
  private checking: Promise<void> | undefined;

  constructor(settings: S3Settings) {
    this.bucket = settings.S3_BUCKET;
    const prefix = (settings.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.clients = s3Clients(settings);
  }

  async write(key: string, content: Uint8Array): Promise<void> {
    const object = this.objectOf(key);
    await this.request(() => this.upload(object, Buffer.from(content.buffer, content.byteOffset, content.byteLength)));
  }

  async writeStream(key: string, content: Readable): Promise<void> {
    const object = this.objectOf(key);
    await this.request(() => this.upload(object, content, STREAM_PART_BYTES));
  }

  async moveIn(key: string, path: string): Promise<void> {
    const object = this.objectOf(key);
    const { size } = await statLocal(path);
    await this.request(async () => {
      await this.upload(object, createReadStream(path));
      const stored = await this.clients.requests.send(new HeadObjectCommand(object));
      if (stored.ContentLength === size) return;
      // The local file changed during the upload, or the store truncated it.
      await this.clients.requests.send(new DeleteObjectCommand(object));
      throw new StorageUnavailableError(`The store received ${stored.ContentLength} bytes of ${size}`);
    });
    await rm(path);
  }

  async copy(from: string, to: string): Promise<boolean> {
    const { Bucket, Key } = this.objectOf(from);
    const CopySource = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/');
    const command = new CopyObjectCommand({ ...this.objectOf(to), CopySource });
    return this.request(async () => (await orMissing(() => this.clients.requests.send(command))) !== undefined);
  }

  async read(key: string): Promise<Buffer | undefined> {
    const stream = await this.open(key);
    return stream && this.request(() => buffer(stream));
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const object = this.objectOf(key);
    return (await this.download(range ? { ...object, Range: `bytes=${range.start}-${range.end}` } : object))?.content;
  }

  /** Always a stream. */
  async fetch(key: string): Promise<OpenedFile | undefined> {
    return this.download(this.objectOf(key));
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const object = this.objectOf(key);
    return this.request(async () => {
      const found = await orMissing(() => this.clients.requests.send(new HeadObjectCommand(object)));
      if (found) return { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      // HEAD gives the same 404 for a missing object and a missing bucket.
      await this.clients.requests.send(new HeadBucketCommand({ Bucket: this.bucket }));
      return undefined;
    });
  }

  async remove(key: string): Promise<void> {
    const object = this.objectOf(key);
    await this.request(() => this.clients.requests.send(new DeleteObjectCommand(object)));
  }

  async removeFolder(folder: string): Promise<void> {
    for await (const files of inBatches(this.list(folder), MAX_DELETED_KEYS)) await this.removeAll(files);
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    const Prefix = `${this.objectOf(folder).Key}/`;
    const pages = paginateListObjectsV2({ client: this.clients.requests }, { Bucket: this.bucket, Prefix });
    const iterator = pages[Symbol.asyncIterator]();
    for (;;) {
      const page = await this.request(() => iterator.next());
      if (page.done) return;
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.value.Contents ?? []) {
        // Other programs mark folders by objects whose names end with a slash.
        if (!Key.endsWith('/')) yield { key: Key.slice(this.prefix.length), bytes: Size, modifiedAt: LastModified };
      }
    }
  }

  /** Only in the site's own folders: the bucket may be shared. */
  async discardUnfinished(before: Date, folder?: string): Promise<number> {
    let count = 0;
    for (const prefix of folder === undefined ? PICTURE_FOLDERS : [folder]) {
      for await (const upload of this.unfinishedUploads(prefix)) {
        if (!upload.Initiated || upload.Initiated >= before) continue;
        if (await this.request(() => this.abort(upload))) count += 1;
      }
    }
    return count;
  }

  async freeBytes(): Promise<number> {
    return Infinity;
  }

  /** Writes and removes a file, and between writes checks that the bucket exists. */
  async check(): Promise<void> {
    if (this.checkedAt !== undefined && performance.now() - this.checkedAt < CHECK_WRITE_INTERVAL_MS) {
      await this.request(() => this.clients.requests.send(new HeadBucketCommand({ Bucket: this.bucket })));
      return;
    }
    this.checking ??= this.request(() => this.writeCheck()).finally(() => (this.checking = undefined));
    await this.checking;
  }

  private async writeCheck(): Promise<void> {
    const object = { Bucket: this.bucket, Key: this.prefix + CHECK_KEY };
    await this.clients.requests.send(new PutObjectCommand({ ...object, Body: 'storage check' }));
    await this.clients.requests.send(new DeleteObjectCommand(object));
    this.checkedAt = performance.now();
  }

  /** Uploads all or nothing; large files in several parts, which are aborted when one fails. */
  private async upload(
    object: { Bucket: string; Key: string },
    Body: Buffer | Readable,
    partSize = PART_BYTES,
  ): Promise<void> {
    const parts = { partSize, queueSize: PART_CONCURRENCY };
    await new Upload({ client: this.clients.requests, params: { ...object, Body }, ...parts }).done();
  }

  private async removeAll(files: StoredFile[]): Promise<void> {
    const Objects = files.map(({ key }) => ({ Key: this.prefix + key }));
    await this.request(async () => {
      const command = new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [fault] = [] } = await this.clients.requests.send(command);
      if (fault) throw new StorageUnavailableError(`The store did not remove ${fault.Key}: ${fault.Code}`);
    });
  }

  private async *unfinishedUploads(folder: string): AsyncIterable<MultipartUpload> {
    let from: ListMultipartUploadsCommandInput = { Bucket: this.bucket, Prefix: `${this.objectOf(folder).Key}/` };
    for (;;) {
      const page = await this.request(() =>
        this.clients.requests.send(new ListMultipartUploadsCommand(from)).catch(orNone),
      );
      yield* page?.Uploads ?? [];
      if (!page?.IsTruncated) return;
      from = { ...from, KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  /** @returns false where the upload ended meanwhile */
  private async abort({ Key, UploadId }: MultipartUpload): Promise<boolean> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId });
    return (await orMissing(() => this.clients.requests.send(command))) !== undefined;
  }

  private download(input: GetObjectCommandInput): Promise<{ bytes: number; content: Readable } | undefined> {
    return this.request(async () => {
      try {
        const { Body, ContentLength = 0 } = await this.clients.downloads.send(new GetObjectCommand(input));
        return { bytes: ContentLength, content: withIdleTimeout(Body as Readable, IDLE_TIMEOUT_MS) };
      } catch (error) {
        const fault = faultOf(error);
        // The range is outside of the file.
        if (fault.status === 416) return { bytes: 0, content: Readable.from([]) };
        if (fault.name === 'NoSuchKey') return undefined;
        throw error;
      }
    });
  }

  /** Converts every error to StorageUnavailableError. */
  private async request<T>(send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      throw unavailable(this.bucket, error);
    }
  }

  private objectOf(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}

/** A store without a list of multipart uploads (501) removes unfinished ones by its own rules. */
function orNone(error: unknown): undefined {
  if (faultOf(error).status !== 501) throw error;
}

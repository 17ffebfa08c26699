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
  type MultipartUpload,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { BucketCheck } from './bucket-check.ts';
import { FILE_FOLDERS } from './picture-keys.ts';
import { s3Clients, SILENCE, type S3Clients } from './s3-clients.ts';
import { awayFrom, faultOf, orMissing } from './s3-faults.ts';
import type { S3Settings } from './s3-settings.ts';
import {
  assertKey,
  StorageUnavailableError,
  type ByteRange,
  type OpenedFile,
  type Storage,
  type StoredFile,
} from './storage.ts';
import { unfinishedUploads } from './unfinished-uploads.ts';
import { withIdleTimeout } from './with-idle-timeout.ts';

/** Bytes of a part: what is larger goes up in several, each signed and, where it fails, sent again alone. */
const PART = 8 * 1024 * 1024;
/** Parts in memory at once. */
const PARTS_AT_ONCE = 2;
/** Keys that S3 removes with one request. */
const MOST_AT_ONCE = 1000;
/** Written and removed to see whether files can be kept. No file of the site ends so. */
const CHECK = 'check.part';

/**
 * Storage in a bucket of S3, or of a store that speaks its protocol.
 *
 * The store itself promises that an object is whole or not there, and that it is read as it was last written. A bucket
 * that is not there is a storage that is away, never a missing file.
 */
export class S3Storage implements Storage {
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly clients: S3Clients;
  private readonly bucketCheck: BucketCheck;

  constructor(settings: S3Settings) {
    this.bucket = settings.S3_BUCKET;
    const prefix = (settings.S3_PREFIX ?? '').replace(/^\/+|\/+$/g, '');
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.clients = s3Clients(settings);
    this.bucketCheck = new BucketCheck(this.clients.requests, { Bucket: this.bucket, Key: this.prefix + CHECK });
  }

  async write(key: string, content: Uint8Array): Promise<void> {
    const at = this.at(key);
    await this.asked(() => this.send(at, Buffer.from(content.buffer, content.byteOffset, content.byteLength)));
  }

  async moveIn(key: string, path: string): Promise<void> {
    const at = this.at(key);
    const { size } = await statLocal(path);
    await this.asked(async () => {
      await this.send(at, createReadStream(path));
      const kept = await this.clients.requests.send(new HeadObjectCommand(at));
      if (kept.ContentLength === size) return;
      // The local file changed while it was read, or the store lies: what is there is not what was to be kept.
      await this.clients.requests.send(new DeleteObjectCommand(at));
      throw new StorageUnavailableError(`The store kept ${kept.ContentLength} bytes of ${size}`);
    });
    await rm(path);
  }

  async copy(from: string, to: string): Promise<boolean> {
    const { Bucket, Key } = this.at(from);
    const CopySource = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/');
    const command = new CopyObjectCommand({ ...this.at(to), CopySource });
    return this.asked(async () => (await orMissing(() => this.clients.requests.send(command))) !== undefined);
  }

  async read(key: string): Promise<Buffer | undefined> {
    const stream = await this.open(key);
    return stream && this.asked(() => buffer(stream));
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const at = this.at(key);
    return (await this.opened(range ? { ...at, Range: `bytes=${range.start}-${range.end}` } : at))?.content;
  }

  /** As a stream, however small: it comes in pieces anyway. */
  async fetch(key: string): Promise<OpenedFile | undefined> {
    return this.opened(this.at(key));
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const at = this.at(key);
    return this.asked(async () => {
      const found = await orMissing(() => this.clients.requests.send(new HeadObjectCommand(at)));
      if (found) return { key, bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      // To HEAD a store answers with a bare 404, whether the object is not there or the whole bucket.
      await this.clients.requests.send(new HeadBucketCommand({ Bucket: this.bucket }));
      return undefined;
    });
  }

  async remove(key: string): Promise<void> {
    const at = this.at(key);
    await this.asked(() => this.clients.requests.send(new DeleteObjectCommand(at)));
  }

  async removeFolder(folder: string): Promise<void> {
    assertKey(folder);
    let keys: string[] = [];
    for await (const { key } of this.list(folder)) {
      if (keys.push(key) < MOST_AT_ONCE) continue;
      await this.removeAll(keys);
      keys = [];
    }
    if (keys.length > 0) await this.removeAll(keys);
  }

  async *list(folder: string): AsyncIterable<StoredFile> {
    const Prefix = `${this.at(folder).Key}/`;
    const pages = paginateListObjectsV2({ client: this.clients.requests }, { Bucket: this.bucket, Prefix });
    const iterator = pages[Symbol.asyncIterator]();
    for (;;) {
      const page = await this.asked(() => iterator.next());
      if (page.done) return;
      for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.value.Contents ?? []) {
        // Other programs mark a folder by an object whose name ends in a slash.
        if (!Key.endsWith('/')) yield { key: Key.slice(this.prefix.length), bytes: Size, modifiedAt: LastModified };
      }
    }
  }

  /** In the site's own folders alone: the bucket may be shared. */
  async discardUnfinished(before: Date): Promise<number> {
    let count = 0;
    for (const folder of FILE_FOLDERS) count += await this.discardUnfinishedIn(folder, before);
    return count;
  }

  async check(): Promise<void> {
    await this.asked(() => this.bucketCheck.check());
  }

  /** Sends up whole, or leaves nothing: in several parts where it is large, which are given up when one fails. */
  private async send(at: { Bucket: string; Key: string }, Body: Buffer | Readable): Promise<void> {
    const params = { ...at, Body };
    await new Upload({ client: this.clients.requests, params, partSize: PART, queueSize: PARTS_AT_ONCE }).done();
  }

  private async removeAll(keys: string[]): Promise<void> {
    const Objects = keys.map((key) => ({ Key: this.prefix + key }));
    await this.asked(async () => {
      const command = new DeleteObjectsCommand({ Bucket: this.bucket, Delete: { Objects, Quiet: true } });
      const { Errors: [fault] = [] } = await this.clients.requests.send(command);
      if (fault) throw new StorageUnavailableError(`The store did not remove ${fault.Key}: ${fault.Code}`);
    });
  }

  private async discardUnfinishedIn(folder: string, before: Date): Promise<number> {
    const place = { Bucket: this.bucket, Prefix: `${this.at(folder).Key}/` };
    const iterator = unfinishedUploads(this.clients.requests, place)[Symbol.asyncIterator]();
    let count = 0;
    for (;;) {
      const upload = await this.asked(() => iterator.next());
      if (upload.done) return count;
      if (!upload.value.Initiated || upload.value.Initiated >= before) continue;
      if (await this.asked(() => this.discard(upload.value))) count += 1;
    }
  }

  /** @returns false where somebody else ended it meanwhile */
  private async discard({ Key, UploadId }: MultipartUpload): Promise<boolean> {
    const command = new AbortMultipartUploadCommand({ Bucket: this.bucket, Key, UploadId });
    return (await orMissing(() => this.clients.requests.send(command))) !== undefined;
  }

  private opened(wanted: GetObjectCommandInput): Promise<{ bytes: number; content: Readable } | undefined> {
    return this.asked(async () => {
      try {
        const { Body, ContentLength = 0 } = await this.clients.downloads.send(new GetObjectCommand(wanted));
        return { bytes: ContentLength, content: withIdleTimeout(Body as Readable, SILENCE) };
      } catch (error) {
        const fault = faultOf(error);
        // The file has no byte in that range.
        if (fault.status === 416) return { bytes: 0, content: Readable.from([]) };
        if (fault.name === 'NoSuchKey') return undefined;
        throw error;
      }
    });
  }

  /** Carries out the requests; whatever goes wrong with them means that the storage is away. */
  private async asked<T>(requests: () => Promise<T>): Promise<T> {
    try {
      return await requests();
    } catch (error) {
      throw awayFrom(this.bucket, error);
    }
  }

  private at(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: this.bucket, Key: this.prefix + key };
  }
}

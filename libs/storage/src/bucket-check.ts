import { DeleteObjectCommand, HeadBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

/** Milliseconds for which what was written shows that files can be kept: anybody may ask, and each write costs. */
const WRITE_EVERY = 60_000;

/** Sees whether a bucket takes files: by one that it writes and removes, and in between by whether the bucket is there. */
export class BucketCheck {
  private written: number | undefined;
  private writing: Promise<void> | undefined;

  /** @param at of the file, whose one name leaves at most one trace */
  constructor(
    private readonly client: S3Client,
    private readonly at: { Bucket: string; Key: string },
  ) {}

  /** Throws what the store says unless it takes files. */
  async check(): Promise<void> {
    if (this.written !== undefined && performance.now() - this.written < WRITE_EVERY) {
      await this.client.send(new HeadBucketCommand({ Bucket: this.at.Bucket }));
      return;
    }
    this.writing ??= this.write().finally(() => (this.writing = undefined));
    await this.writing;
  }

  /** Only what went well is remembered: a bucket that takes nothing is not made up for by being there. */
  private async write(): Promise<void> {
    const Body = 'written to see whether files can be kept';
    await this.client.send(new PutObjectCommand({ ...this.at, Body }));
    await this.client.send(new DeleteObjectCommand(this.at));
    this.written = performance.now();
  }
}

import { DeleteObjectCommand, HeadBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';

/** Milliseconds between two writes: checks are public, and each write costs. */
const WRITE_INTERVAL_MS = 60_000;

/** Checks that a bucket accepts files: writes and removes one, and between writes checks that the bucket exists. */
export class BucketCheck {
  private written: number | undefined;
  private writing: Promise<void> | undefined;

  /** @param at of the file that is written and removed */
  constructor(
    private readonly client: S3Client,
    private readonly at: { Bucket: string; Key: string },
  ) {}

  /** @throws errors of the SDK */
  async check(): Promise<void> {
    if (this.written !== undefined && performance.now() - this.written < WRITE_INTERVAL_MS) {
      await this.client.send(new HeadBucketCommand({ Bucket: this.at.Bucket }));
      return;
    }
    this.writing ??= this.write().finally(() => (this.writing = undefined));
    await this.writing;
  }

  /** Only a successful write counts until the next one. */
  private async write(): Promise<void> {
    const Body = 'storage check';
    await this.client.send(new PutObjectCommand({ ...this.at, Body }));
    await this.client.send(new DeleteObjectCommand(this.at));
    this.written = performance.now();
  }
}

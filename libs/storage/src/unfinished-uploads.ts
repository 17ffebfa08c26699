import { ListMultipartUploadsCommand, type MultipartUpload, type S3Client } from '@aws-sdk/client-s3';
import { faultOf } from './s3-faults.ts';

/**
 * Every upload in several parts that was begun under the prefix and not ended, page by page.
 *
 * A store that keeps no list of them has a rule of its own for what is left behind: to it there are none.
 */
export async function* unfinishedUploads(
  client: S3Client,
  place: { Bucket: string; Prefix: string },
): AsyncIterable<MultipartUpload> {
  let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await listed(client, { ...place, ...after });
    yield* page?.Uploads ?? [];
    if (!page?.IsTruncated) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

async function listed(client: S3Client, from: ConstructorParameters<typeof ListMultipartUploadsCommand>[0]) {
  try {
    return await client.send(new ListMultipartUploadsCommand(from));
  } catch (error) {
    if (faultOf(error).status === 501) return undefined;
    throw error;
  }
}

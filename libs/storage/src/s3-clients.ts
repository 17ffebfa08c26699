import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.ts';

/** Milliseconds in which a connection stands; tried thrice, so that a host which swallows packets costs 6 s. */
const CONNECT_WITHIN = 2_000;
/** Milliseconds of silence after which a store is taken to be away. */
export const SILENCE = 10_000;
/** The first try and two more, after about 0.1 and 0.2 s: a hiccup is survived, an outage is told soon. */
const ATTEMPTS = 3;
/** A visitor on a slow line holds a connection for as long as a picture takes. */
const DOWNLOADS_AT_ONCE = 256;

export interface S3Clients {
  /** For everything but downloads: silence of the socket ends a request, whichever way its bytes go. */
  requests: S3Client;
  /**
   * For downloads, with connections of their own: slow visitors must not stand in the way of uploads. Only the wait for
   * the answer's head is bounded here, since a socket is silent too while a slow visitor does not take more; see
   * `untilSilent`.
   */
  downloads: S3Client;
}

export function s3Clients(settings: S3Settings): S3Clients {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = settings;
  const config: S3ClientConfig = {
    region: S3_REGION ?? 'us-east-1',
    maxAttempts: ATTEMPTS,
    forcePathStyle: S3_FORCE_PATH_STYLE ?? S3_ENDPOINT !== undefined,
    // The SDK's own default, a CRC32 with each request and answer, is refused or not understood by stores other than
    // Amazon's. A body in memory is signed by its SHA-256 all the same, which the store compares.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(S3_ENDPOINT === undefined ? {} : { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
      ? {}
      : { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }),
  };
  const requests = new S3Client({
    ...config,
    requestHandler: { connectionTimeout: CONNECT_WITHIN, socketTimeout: SILENCE },
  });
  digestByMd5(requests);
  const agent = { keepAlive: true, maxSockets: DOWNLOADS_AT_ONCE };
  const downloads = new S3Client({
    ...config,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN,
      requestTimeout: SILENCE,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { requests, downloads };
}

/**
 * DeleteObjects must carry a digest. The SDK gives a CRC32; stores other than Amazon's may know Content-MD5 alone, which
 * every store takes (https://github.com/aws/aws-sdk-js-v3/issues/6920).
 */
function digestByMd5(client: S3Client): void {
  client.middlewareStack.add(
    (next, context) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body: string | Uint8Array };
      if (context.commandName === 'DeleteObjectsCommand') {
        for (const name of Object.keys(headers)) {
          if (/^x-amz-(sdk-)?checksum-/i.test(name)) Reflect.deleteProperty(headers, name);
        }
        headers['content-md5'] = createHash('md5').update(body).digest('base64');
      }
      return next(args);
    },
    // Last of the build step: after the SDK has put its own digest there, before the headers are signed.
    { step: 'build', priority: 'low', name: 'digestByMd5' },
  );
}

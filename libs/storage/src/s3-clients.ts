import { createHash } from 'node:crypto';
import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from './open-storage.ts';

/** Milliseconds for a connection; with three attempts a host that drops packets costs 6 s. */
const CONNECT_TIMEOUT_MS = 2_000;
/** Milliseconds without data after which a request fails. */
export const IDLE_TIMEOUT_MS = 10_000;
/** Retries follow within 0.05 and 0.1 s; after throttling, within 1 and 2 s. */
const ATTEMPTS = 3;
/** A slow visitor occupies a connection for the whole download. */
const MAX_DOWNLOADS = 256;

export function s3Clients(settings: S3Settings) {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_FORCE_PATH_STYLE } = settings;
  const config: S3ClientConfig = {
    region: S3_REGION ?? 'us-east-1',
    maxAttempts: ATTEMPTS,
    forcePathStyle: S3_FORCE_PATH_STYLE ?? S3_ENDPOINT !== undefined,
    // Some stores reject the SDK's default, a CRC32 with each request. Bodies in memory are signed by SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(S3_ENDPOINT === undefined ? {} : { endpoint: S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
      ? {}
      : { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }),
  };
  // For everything but downloads. The timeout covers the idle socket in both directions.
  const requests = new S3Client({
    ...config,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  digestByMd5(requests);
  // For downloads, on connections of their own, so that slow visitors do not block uploads. The timeout covers only the
  // response head: a socket is idle too while a slow visitor reads; see `withIdleTimeout`.
  const agent = { keepAlive: true, maxSockets: MAX_DOWNLOADS };
  const downloads = new S3Client({
    ...config,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: IDLE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  return { requests, downloads };
}

/**
 * DeleteObjects needs a digest. Every store accepts Content-MD5, not every one the SDK's CRC32
 * (https://github.com/aws/aws-sdk-js-v3/issues/6920).
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
    // Runs after the SDK adds its own digest, before the headers are signed.
    { step: 'build', priority: 'low', name: 'digestByMd5' },
  );
}

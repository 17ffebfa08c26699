import type { S3rverStore } from './s3rver-store.ts';
import type { S3Context } from './uploads-middleware.ts';

/** Response of s3rver to ListObjectsV2, before its XML. */
interface ListResponse {
  ListBucketResult?: {
    Contents?: { Key: string }[];
    IsTruncated: boolean;
    NextContinuationToken?: string;
  };
}

/** Pagination of lists, instead of s3rver's: a token is the last key of a page. */
export function pagesMiddleware(store: S3rverStore) {
  return async (context: S3Context, next: () => Promise<void>): Promise<void> => {
    const { 'list-type': type, 'continuation-token': token, ...query } = context.query;
    if (type !== '2') return next();
    const after = token === undefined ? {} : { 'start-after': Buffer.from(token, 'base64url').toString() };
    context.query = { ...query, 'list-type': type, ...after };
    await next();
    const { ListBucketResult: list } = (context.body ?? {}) as ListResponse;
    const last = list?.Contents?.at(-1);
    const bucket = decodeURIComponent(context.path.split('/')[1] ?? '');
    if (!list || !last || !store.hasAfter(bucket, query.prefix ?? '', last.Key)) return;
    list.IsTruncated = true;
    list.NextContinuationToken = Buffer.from(last.Key).toString('base64url');
  };
}

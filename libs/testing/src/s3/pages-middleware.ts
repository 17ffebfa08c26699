import type { S3rverStore } from './s3rver-store.ts';
import type { S3Context } from './uploads-middleware.ts';

/** What s3rver answers to ListObjectsV2, before it is written as XML. */
interface ListAnswer {
  ListBucketResult?: {
    Contents?: { Key: string }[];
    IsTruncated: boolean;
    NextContinuationToken?: string;
  };
}

/** Turns the pages of lists in the place of s3rver: a token is the key after which the list goes on. */
export function pagesMiddleware(store: S3rverStore) {
  return async (context: S3Context, next: () => Promise<void>): Promise<void> => {
    const { 'list-type': type, 'continuation-token': token, ...query } = context.query;
    if (type !== '2') return next();
    const after = token === undefined ? {} : { 'start-after': Buffer.from(token, 'base64url').toString() };
    context.query = { ...query, 'list-type': type, ...after };
    await next();
    const { ListBucketResult: list } = (context.body ?? {}) as ListAnswer;
    const last = list?.Contents?.at(-1);
    const bucket = decodeURIComponent(context.path.split('/')[1] ?? '');
    if (!list || !last || !store.hasAfter(bucket, query.prefix ?? '', last.Key)) return;
    list.IsTruncated = true;
    list.NextContinuationToken = Buffer.from(last.Key).toString('base64url');
  };
}

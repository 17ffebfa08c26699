import { nameOf, type S3rverStore } from './s3rver-store.ts';

/** Used part of a Koa context. */
export interface S3Context {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  status: number;
  body: unknown;
}

/** Page size of a list; small, so that tests paginate. */
const PAGE = 2;

/** Calls that s3rver lacks: lists and aborts multipart uploads. */
export function uploadsMiddleware(store: S3rverStore) {
  return async (context: S3Context, next: () => Promise<void>): Promise<void> => {
    const [, bucket = '', ...path] = context.path.split('/').map(decodeURIComponent);
    const { uploadId } = context.query;
    const isList = context.method === 'GET' && 'uploads' in context.query && path.join('') === '';
    if (!(await store.getBucket(bucket))) return next();
    if (isList) context.body = listOf(store, bucket, context.query);
    else if (context.method === 'DELETE' && uploadId !== undefined) {
      const isThere = store.findUpload(uploadId) !== undefined;
      await store.abortUpload(uploadId);
      context.status = isThere ? 204 : 404;
      if (!isThere) context.body = { Error: { Code: 'NoSuchUpload', Message: 'The upload does not exist.' } };
    } else return next();
  };
}

function listOf(store: S3rverStore, bucket: string, query: S3Context['query']) {
  const { prefix = '', 'key-marker': key = '', 'upload-id-marker': id = '' } = query;
  const all = store.listUploads(bucket, prefix).filter((upload) => nameOf(upload) > nameOf({ key, id }));
  const page = all.slice(0, PAGE);
  const last = page.at(-1);
  const isTruncated = all.length > PAGE;
  return {
    ListMultipartUploadsResult: {
      '@': { xmlns: 'http://s3.amazonaws.com/doc/2006-03-01/' },
      Bucket: bucket,
      Prefix: prefix,
      IsTruncated: isTruncated,
      ...(isTruncated && last ? { NextKeyMarker: last.key, NextUploadIdMarker: last.id } : {}),
      Upload: page.map((upload) => ({
        Key: upload.key,
        UploadId: upload.id,
        Initiated: upload.initiated.toISOString(),
      })),
    },
  };
}

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

import { describe, expect, it } from '@jest/globals';
import { BackendEnv, loadEnv, MoveFilesEnv, StorageEnv } from '../src/index.ts';

const bucket = {
  S3_BUCKET: 'portfolio',
  S3_ENDPOINT: 'http://s3.internal:9000',
  S3_ACCESS_KEY_ID: 'the-key-of-elin',
  S3_SECRET_ACCESS_KEY: 'a secret that nobody may see',
};
const faultOf = (source: Record<string, string>, type: new () => object = StorageEnv) => {
  try {
    return void loadEnv(type, source);
  } catch (error) {
    return (error as Error).message;
  }
};

describe('StorageEnv', () => {
  it('accepts a folder', () => {
    expect(loadEnv(StorageEnv, { STORAGE_DIR: '/data' })).toMatchObject({ STORAGE_DIR: '/data' });
  });

  it('accepts a bucket, with an endpoint and keys or of Amazon without them', () => {
    expect(loadEnv(StorageEnv, bucket)).toMatchObject({ ...bucket, S3_REGION: 'us-east-1' });
    const amazon = loadEnv(StorageEnv, { S3_BUCKET: 'a.b-c', S3_REGION: 'eu-central-1', S3_PREFIX: 'sites/elin' });
    expect(amazon).toMatchObject({ S3_BUCKET: 'a.b-c', S3_REGION: 'eu-central-1', S3_PREFIX: 'sites/elin' });
    expect(amazon.STORAGE_DIR).toBeUndefined();
  });

  it('accepts the name of a container as the host of the endpoint', () => {
    const S3_ENDPOINT = 'http://object_store:9000';
    expect(loadEnv(StorageEnv, { ...bucket, S3_ENDPOINT })).toMatchObject({ S3_ENDPOINT });
  });

  it('reads S3_FORCE_PATH_STYLE as a boolean', () => {
    expect(loadEnv(StorageEnv, { ...bucket, S3_FORCE_PATH_STYLE: 'false' }).S3_FORCE_PATH_STYLE).toBe(false);
    expect(loadEnv(StorageEnv, bucket).S3_FORCE_PATH_STYLE).toBeUndefined();
  });

  it.each([
    ['nothing', {}, /STORAGE_DIR: must name the folder .*unless S3_BUCKET/],
    ['both', { ...bucket, STORAGE_DIR: '/data' }, /STORAGE_DIR: is set together with S3_BUCKET.*unset one/],
    ['a store without its bucket', { ...bucket, S3_BUCKET: '' }, /STORAGE_DIR: must name.*S3_BUCKET/],
    ['an invalid bucket name', { ...bucket, S3_BUCKET: 'a/b' }, /S3_BUCKET: must be the name/],
    ['a key without its secret', { ...bucket, S3_SECRET_ACCESS_KEY: '' }, /S3_ACCESS_KEY_ID: .*S3_SECRET_ACCESS_KEY/],
    ['a secret without its key', { ...bucket, S3_ACCESS_KEY_ID: '' }, /S3_SECRET_ACCESS_KEY: .*S3_ACCESS_KEY_ID/],
    ['an invalid endpoint', { ...bucket, S3_ENDPOINT: 's3.internal' }, /S3_ENDPOINT: must be an http/],
    ['an endpoint with a password', { ...bucket, S3_ENDPOINT: 'http://a:nobody@s3' }, /S3_ENDPOINT: must be/],
    ['a prefix with ..', { ...bucket, S3_PREFIX: 'a/../b' }, /S3_PREFIX: must be names/],
    ['a prefix that ends in ..', { ...bucket, S3_PREFIX: 'sites/..' }, /S3_PREFIX: must be names/],
    ['a prefix with an empty part', { ...bucket, S3_PREFIX: '//a' }, /S3_PREFIX: must be names/],
    ['no boolean', { ...bucket, S3_FORCE_PATH_STYLE: 'maybe' }, /S3_FORCE_PATH_STYLE: must be true or false/],
  ])('rejects %s, without secrets in the message', (_, source, fault) => {
    const message = faultOf(source);
    expect(message).toMatch(fault);
    expect(message).not.toMatch(/nobody|the-key-of-elin/);
  });

  it('is part of BackendEnv', () => {
    const DATABASE_URL = 'postgres://user:Tk29-secret@db.internal:5432/portfolio';
    expect(loadEnv(BackendEnv, { DATABASE_URL, ...bucket })).toMatchObject({ DATABASE_URL, ...bucket });
    expect(faultOf({ DATABASE_URL }, BackendEnv)).toMatch(/STORAGE_DIR.*S3_BUCKET/);
  });
});

describe('MoveFilesEnv', () => {
  it('accepts folder and bucket', () => {
    expect(loadEnv(MoveFilesEnv, { ...bucket, STORAGE_DIR: '/data' })).toMatchObject({ STORAGE_DIR: '/data' });
  });

  it('rejects a folder or a bucket alone', () => {
    expect(faultOf({ STORAGE_DIR: '/data' }, MoveFilesEnv)).toMatch(/S3_BUCKET: must name the bucket/);
    expect(faultOf(bucket, MoveFilesEnv)).toMatch(/STORAGE_DIR: must name the folder/);
  });
});

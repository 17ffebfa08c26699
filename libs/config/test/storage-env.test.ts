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

describe('where files are kept', () => {
  it('is a folder', () => {
    expect(loadEnv(StorageEnv, { STORAGE_DIR: '/data' })).toMatchObject({ STORAGE_DIR: '/data' });
  });

  it('is a bucket, of a store of one’s own or of Amazon, there with the rights of the machine', () => {
    expect(loadEnv(StorageEnv, bucket)).toMatchObject({ ...bucket, S3_REGION: 'us-east-1' });
    const amazon = loadEnv(StorageEnv, { S3_BUCKET: 'a.b-c', S3_REGION: 'eu-central-1', S3_PREFIX: 'sites/elin' });
    expect(amazon).toMatchObject({ S3_BUCKET: 'a.b-c', S3_REGION: 'eu-central-1', S3_PREFIX: 'sites/elin' });
    expect(amazon.STORAGE_DIR).toBeUndefined();
  });

  it('may say how the bucket is addressed', () => {
    expect(loadEnv(StorageEnv, { ...bucket, S3_FORCE_PATH_STYLE: 'false' }).S3_FORCE_PATH_STYLE).toBe(false);
    expect(loadEnv(StorageEnv, bucket).S3_FORCE_PATH_STYLE).toBeUndefined();
  });

  it.each([
    ['nothing', {}, /STORAGE_DIR: must name the folder .*unless S3_BUCKET/],
    ['both', { ...bucket, STORAGE_DIR: '/data' }, /STORAGE_DIR: is set and S3_BUCKET is too.*unset one/],
    ['a store without its bucket', { ...bucket, S3_BUCKET: '' }, /STORAGE_DIR: must name.*S3_BUCKET/],
    ['a bucket of no name', { ...bucket, S3_BUCKET: 'a/b' }, /S3_BUCKET: must be the name/],
    ['a key without its secret', { ...bucket, S3_SECRET_ACCESS_KEY: '' }, /S3_ACCESS_KEY_ID: .*S3_SECRET_ACCESS_KEY/],
    ['a secret without its key', { ...bucket, S3_ACCESS_KEY_ID: '' }, /S3_SECRET_ACCESS_KEY: .*S3_ACCESS_KEY_ID/],
    ['an address that is none', { ...bucket, S3_ENDPOINT: 's3.internal' }, /S3_ENDPOINT: must be an http/],
    ['a password in the address', { ...bucket, S3_ENDPOINT: 'http://a:nobody@s3' }, /S3_ENDPOINT: must be/],
    ['a prefix that climbs', { ...bucket, S3_PREFIX: 'a/../b' }, /S3_PREFIX: must be names/],
    ['a prefix of nothing', { ...bucket, S3_PREFIX: '//a' }, /S3_PREFIX: must be names/],
    ['no yes or no', { ...bucket, S3_FORCE_PATH_STYLE: 'maybe' }, /S3_FORCE_PATH_STYLE: must be true or false/],
  ])('is refused as %s, and no secret is told', (_, source, fault) => {
    const message = faultOf(source);
    expect(message).toMatch(fault);
    expect(message).not.toMatch(/nobody|the-key-of-elin/);
  });

  it('is asked of every process that reaches the data', () => {
    const DATABASE_URL = 'postgres://user:Tk29-secret@db.internal:5432/portfolio';
    expect(loadEnv(BackendEnv, { DATABASE_URL, ...bucket })).toMatchObject({ DATABASE_URL, ...bucket });
    expect(faultOf({ DATABASE_URL }, BackendEnv)).toMatch(/STORAGE_DIR.*S3_BUCKET/);
  });
});

describe('between which two places files are moved', () => {
  it('is told by both', () => {
    expect(loadEnv(MoveFilesEnv, { ...bucket, STORAGE_DIR: '/data' })).toMatchObject({ STORAGE_DIR: '/data' });
  });

  it('is not told by one', () => {
    expect(faultOf({ STORAGE_DIR: '/data' }, MoveFilesEnv)).toMatch(/S3_BUCKET: must name the bucket/);
    expect(faultOf(bucket, MoveFilesEnv)).toMatch(/STORAGE_DIR: must name the folder/);
  });
});

import { IsDefined, IsOptional, IsUrl, Matches } from 'class-validator';
import { ProcessEnv } from './process-env.ts';
import { envRule, IsSwitch } from './validation.ts';

/** The name of a bucket, or absent. `IsOptional` would disable `IsDefined` in subclasses. */
const IsBucket = () =>
  envRule('isBucket', (value) =>
    value === undefined || /^[a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9]$/.test(String(value))
      ? undefined
      : 'must be the name of a bucket',
  );

/** Present exactly when the other variable is. */
const IsBeside = (other: 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') =>
  envRule<FilesEnv>('isBeside', (value, env) =>
    (value === undefined) === (env[other] === undefined) ? undefined : `must be set together with ${other}`,
  );

/** Folder and bucket for files, both optional. */
class FilesEnv extends ProcessEnv {
  /** Folder of originals and renditions. */
  STORAGE_DIR?: string;

  /** Bucket of originals and renditions. */
  @IsBucket()
  S3_BUCKET?: string;

  /** Address of the store; Amazon's by default. */
  @IsOptional()
  @IsUrl(
    {
      protocols: ['http', 'https'],
      require_protocol: true,
      require_tld: false,
      allow_underscores: true,
      disallow_auth: true,
    },
    { message: 'must be an http:// or https:// address, without a password in it' },
  )
  S3_ENDPOINT?: string;

  @Matches(/^[\w-]+$/, { message: 'must be the name of a region' })
  S3_REGION: string = 'us-east-1';

  /** Key and secret; by default, the machine's role at Amazon. */
  @IsBeside('S3_SECRET_ACCESS_KEY')
  S3_ACCESS_KEY_ID?: string;

  @IsBeside('S3_ACCESS_KEY_ID')
  S3_SECRET_ACCESS_KEY?: string;

  /** Prefix of all keys, to share a bucket. */
  @IsOptional()
  @Matches(/^(?!.*(^|\/)(\.{0,2}\/.|\.{1,2}\/?$))[\w./-]+$/, {
    message: 'must be names joined by slashes, such as sites/elin',
  })
  S3_PREFIX?: string;

  /** Puts the bucket into the path instead of the host; by default with an endpoint. */
  @IsOptional()
  @IsSwitch()
  S3_FORCE_PATH_STYLE?: boolean;
}

/** Requires either folder or bucket. */
const IsOnlyStorage = () =>
  envRule<FilesEnv>('isOnlyStorage', (folder, { S3_BUCKET }) => {
    if ((folder === undefined) !== (S3_BUCKET === undefined)) return undefined;
    return folder === undefined
      ? 'must name the folder for files, unless S3_BUCKET names a bucket for them'
      : 'is set together with S3_BUCKET: files are either in the folder or in the bucket, so unset one of them';
  });

/** Storage in a folder or a bucket, for `openStorage` of @portfolio/storage. */
export class StorageEnv extends FilesEnv {
  @IsOnlyStorage()
  override STORAGE_DIR?: string;
}

/** Folder and bucket of the command that moves files between them. */
export class MoveFilesEnv extends FilesEnv {
  @IsDefined({ message: 'must name the folder' })
  override STORAGE_DIR!: string;

  @IsDefined({ message: 'must name the bucket' })
  override S3_BUCKET!: string;
}

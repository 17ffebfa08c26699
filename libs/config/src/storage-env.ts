import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsDefined,
  IsOptional,
  IsUrl,
  Matches,
  ValidateBy,
  type ValidationArguments,
} from 'class-validator';
import { ProcessEnv } from './process-env.ts';

const placesOf = (args: ValidationArguments | undefined) => args?.object as PlacesEnv;

/** The name of a bucket, or nothing. Not by `IsOptional`, which would keep a class from asking for one. */
const IsBucket = () =>
  ValidateBy({
    name: 'isBucket',
    validator: {
      validate: (value) => value === undefined || /^[a-zA-Z0-9][\w.-]{1,61}[a-zA-Z0-9]$/.test(String(value)),
      defaultMessage: () => 'must be the name of a bucket',
    },
  });

/** With the other half: a key without its secret, or a secret without its key, opens nothing. */
const IsBeside = (other: 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') =>
  ValidateBy({
    name: 'isBeside',
    validator: {
      validate: (value, args) => (value === undefined) === (placesOf(args)[other] === undefined),
      defaultMessage: () => `must be set together with ${other}`,
    },
  });

/** The folder and the bucket, each of which may be told or not. */
export class PlacesEnv extends ProcessEnv {
  /** Folder in which originals and renditions are kept. */
  STORAGE_DIR?: string;

  /** Bucket in which originals and renditions are kept. */
  @IsBucket()
  S3_BUCKET?: string;

  /** Of a store other than Amazon's. */
  @IsOptional()
  @IsUrl(
    { protocols: ['http', 'https'], require_protocol: true, require_tld: false, disallow_auth: true },
    { message: 'must be an http:// or https:// address, without a password in it' },
  )
  S3_ENDPOINT?: string;

  @Matches(/^[\w-]+$/, { message: 'must be the name of a region' })
  S3_REGION: string = 'us-east-1';

  /** With its secret; without both, the role that the machine has at Amazon counts. */
  @IsBeside('S3_SECRET_ACCESS_KEY')
  S3_ACCESS_KEY_ID?: string;

  @IsBeside('S3_ACCESS_KEY_ID')
  S3_SECRET_ACCESS_KEY?: string;

  /** Begins every key, so that several sites share one bucket. */
  @IsOptional()
  @Matches(/^(?!.*(^|\/)\.{0,2}\/.)[\w./-]+$/, { message: 'must be names joined by slashes, such as sites/elin' })
  S3_PREFIX?: string;

  /** Whether the bucket stands in the path of an address and not in its host. By default where an endpoint is set. */
  @IsOptional()
  @IsBoolean({ message: 'must be true or false' })
  @Transform(({ value }) => ({ true: true, false: false })[String(value)] ?? value)
  S3_FORCE_PATH_STYLE?: boolean;
}

/** Exactly one place: of two nobody could say where a file is. */
const IsOnePlace = () =>
  ValidateBy({
    name: 'isOnePlace',
    validator: {
      validate: (_, args) => (placesOf(args).STORAGE_DIR === undefined) !== (placesOf(args).S3_BUCKET === undefined),
      defaultMessage: (args) =>
        placesOf(args).STORAGE_DIR === undefined
          ? 'must name the folder for files, unless S3_BUCKET names a bucket for them'
          : 'is set and S3_BUCKET is too: files are kept in the folder or in the bucket, so unset one of them',
    },
  });

/** Where files are kept: in a folder or in a bucket. `openStorage` of @portfolio/storage takes it. */
export class StorageEnv extends PlacesEnv {
  @IsOnePlace()
  override STORAGE_DIR?: string;
}

/** Both places, between which files are moved. */
export class MoveFilesEnv extends PlacesEnv {
  @IsDefined({ message: 'must name the folder, which is one of the two places' })
  override STORAGE_DIR!: string;

  @IsDefined({ message: 'must name the bucket, which is the other of the two places' })
  override S3_BUCKET!: string;
}

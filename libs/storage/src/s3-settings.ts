/** Where a bucket is and who asks, named as in the environment: `StorageEnv` of @portfolio/config fits. */
export interface S3Settings {
  S3_BUCKET: string;
  /** Of a store other than Amazon's. */
  S3_ENDPOINT?: string | undefined;
  /** `us-east-1` where it is not said, which stores of one place take for theirs. */
  S3_REGION?: string | undefined;
  /** With the secret; without both the machine's own role is asked, as the SDK finds it. */
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  /** Begins every key, so that several sites share one bucket. */
  S3_PREFIX?: string | undefined;
  /** Whether the bucket stands in the path of an address and not in its host; so at an endpoint of one's own. */
  S3_FORCE_PATH_STYLE?: boolean | undefined;
}

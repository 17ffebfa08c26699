import type { Pools } from './values.ts';

/** What requests are made with: rows that there are, and keys that open or do not. */
export interface World {
  /** By the name of a field of a body or query. */
  fields: Pools;
  /** By tag and name of a part of a path, as `photos:id`. */
  path: Pools;
  /** Values of the Authorization header. */
  good: string;
  bad: string[];
  /** Files: images first, then what only looks like one. */
  images: Buffer[];
  otherFiles: Buffer[];
  /** Addresses of pictures, as answers gave them. */
  media: string[];
}

/** A request as it goes out, byte for byte. */
export interface GeneratedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** What was answered. */
export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

import { VersionedCache } from './versioned-cache.ts';

/** All entries with their addresses. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Approximate heap of an entry beside body and address. */
const OVERHEAD_BYTES = 300;

const MAX_BODY_BYTES = 1024 * 1024;

export interface CachedResponse {
  type: string;
  body: Buffer;
}

/** Addresses count, as visitors can invent any number: two bytes a character at most. */
const sizeOf = (address: string, { body }: CachedResponse) => body.length + 2 * address.length + OVERHEAD_BYTES;

export class ResponseCache extends VersionedCache<CachedResponse> {
  constructor() {
    super(MAX_BYTES, sizeOf);
  }

  override set(address: string, version: string, response: CachedResponse): void {
    if (response.body.length <= MAX_BODY_BYTES) super.set(address, version, response);
  }
}

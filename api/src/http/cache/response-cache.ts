import { VersionedCache } from './versioned-cache.ts';

/** Bytes of all answers that are kept, with their addresses. */
const ROOM = 16 * 1024 * 1024;

/** Bytes that an answer takes beside its own and those of its address: what stands for it in maps and in the heap, about. */
const OVERHEAD = 300;

/** Bytes of an answer that is worth its room. */
const LARGEST = 1024 * 1024;

/** An answer as it was first given. */
export interface CachedResponse {
  type: string;
  body: Buffer;
}

/** Anybody can make up addresses without end, so they count too: two bytes for a character at most. */
const roomFor = (address: string, { body }: CachedResponse) => body.length + 2 * address.length + OVERHEAD;

/** Answers by their addresses. */
export class ResponseCache extends VersionedCache<CachedResponse> {
  constructor() {
    super(ROOM, roomFor);
  }

  override set(address: string, mark: string, answer: CachedResponse): void {
    if (answer.body.length <= LARGEST) super.set(address, mark, answer);
  }
}

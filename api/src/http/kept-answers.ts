import { KeptUnderMark } from './kept-under-mark.ts';

/** Bytes of all answers that are kept, with their addresses. */
const ROOM = 16 * 1024 * 1024;

/** Bytes that an answer takes beside its own and those of its address: what stands for it in maps and in the heap, about. */
const OVERHEAD = 300;

/** Bytes of an answer that is worth its room. */
const LARGEST = 1024 * 1024;

/** An answer as it was first given. */
export interface KeptAnswer {
  type: string;
  body: Buffer;
}

/** Anybody can make up addresses without end, so they count too: two bytes for a character at most. */
const roomFor = (address: string, { body }: KeptAnswer) => body.length + 2 * address.length + OVERHEAD;

/** Answers by their addresses. */
export class KeptAnswers extends KeptUnderMark<KeptAnswer> {
  constructor() {
    super(ROOM, roomFor);
  }

  override keep(address: string, mark: string, answer: KeptAnswer): void {
    if (answer.body.length <= LARGEST) super.keep(address, mark, answer);
  }
}

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

/**
 * Answers by their addresses, all of them true under one mark of the content: with another mark they are all forgotten. The
 * one asked for the longest ago goes first where there is no room.
 */
export class KeptAnswers {
  private readonly answers = new Map<string, KeptAnswer>();
  private stamp: string | undefined;
  private bytes = 0;

  /** @param stamp the mark of the content now */
  find(address: string, stamp: string): KeptAnswer | undefined {
    if (stamp !== this.stamp) {
      this.answers.clear();
      this.bytes = 0;
      this.stamp = stamp;
    }
    const answer = this.answers.get(address);
    if (answer) {
      // Now the last one in the order of the map.
      this.answers.delete(address);
      this.answers.set(address, answer);
    }
    return answer;
  }

  /** @param stamp the mark of the content before the answer was made; not kept unless it is still the last one known */
  keep(address: string, stamp: string, answer: KeptAnswer): void {
    if (stamp !== this.stamp || answer.body.length > LARGEST || this.answers.has(address)) return;
    this.answers.set(address, answer);
    this.bytes += roomFor(address, answer);
    for (const [oldest, one] of this.answers) {
      if (this.bytes <= ROOM) break;
      this.answers.delete(oldest);
      this.bytes -= roomFor(oldest, one);
    }
  }
}

/** Bytes of all answers that are kept. */
const ROOM = 16 * 1024 * 1024;

/** Bytes of an answer that is worth its room. */
const LARGEST = 1024 * 1024;

/** An answer as it was first given. */
export interface KeptAnswer {
  type: string;
  body: Buffer;
}

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
    this.bytes += answer.body.length;
    for (const [oldest, { body }] of this.answers) {
      if (this.bytes <= ROOM) break;
      this.answers.delete(oldest);
      this.bytes -= body.length;
    }
  }
}

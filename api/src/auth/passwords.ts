import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../http/semaphore.ts';

/** A hash that no password has: compared against where there is no account, so that both answers take the same time. */
const nobody = hash(crypto.randomUUID());

/**
 * argon2id with 19 MiB, 2 passes and 1 lane: the least that OWASP's Password Storage Cheat Sheet recommends, and the
 * library's default.
 */
@Injectable()
export class Passwords {
  /** Two of the process's eight threads (start.cts): files and names must be read meanwhile. */
  private readonly turns = new Semaphore(2, 100);

  hash(password: string): Promise<string> {
    return this.turns.run(() => hash(password));
  }

  /** @param passwordHash of the account; undefined where there is none, which takes as long and is never right */
  async isRight(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.compare(passwordHash ?? (await nobody), password);
    return passwordHash !== undefined && matches;
  }

  /** The costly part of it. */
  compare(passwordHash: string, password: string): Promise<boolean> {
    return this.turns.run(() => verify(passwordHash, password));
  }
}

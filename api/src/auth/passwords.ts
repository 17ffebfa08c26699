import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { Semaphore } from '../http/semaphore.ts';

/** Hash for unknown accounts, so that both responses take the same time. */
const unknownHash = hash(crypto.randomUUID());

/**
 * argon2id with 19 MiB, 2 passes and 1 lane: the least that OWASP's Password Storage Cheat Sheet recommends, and the
 * library's default.
 */
@Injectable()
export class Passwords {
  /** Uses two of the eight libuv threads (start.cts). */
  private readonly semaphore = new Semaphore(2, 100);

  hash(password: string): Promise<string> {
    return this.semaphore.run(() => hash(password));
  }

  /** @param passwordHash undefined for an unknown account, which takes as long and is never right */
  async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.compare(passwordHash ?? (await unknownHash), password);
    return passwordHash !== undefined && matches;
  }

  compare(passwordHash: string, password: string): Promise<boolean> {
    return this.semaphore.run(() => verify(passwordHash, password));
  }
}

import { createHash } from 'node:crypto';
import { afterEach, beforeEach } from '@jest/globals';

/** Makes the page a secure one, which may hash contents, for all tests of a file. */
export function withHashing(): void {
  const digest = async (_: string, content: ArrayBuffer) =>
    Uint8Array.from(createHash('sha256').update(new Uint8Array(content)).digest()).buffer;
  beforeEach(() => void Object.defineProperty(crypto, 'subtle', { configurable: true, value: { digest } }));
  afterEach(() => void Reflect.deleteProperty(crypto, 'subtle'));
}

/** A picture of its own: files of the same words are the same to the server. */
export const aFileOf = (words: string, name = `${words}.jpg`): File => new File([words], name, { type: 'image/jpeg' });

/** As the server keeps it. */
export const hashOf = (words: string): string => createHash('sha256').update(words).digest('hex');

import { createHash } from 'node:crypto';
import { afterEach, beforeEach } from '@jest/globals';

/** Provides `crypto.subtle.digest`, as in a secure context, for all tests of a file. */
export function withHashing(): void {
  const digest = async (_: string, content: ArrayBuffer) =>
    Uint8Array.from(createHash('sha256').update(new Uint8Array(content)).digest()).buffer;
  beforeEach(() => void Object.defineProperty(crypto, 'subtle', { configurable: true, value: { digest } }));
  afterEach(() => void Reflect.deleteProperty(crypto, 'subtle'));
}

/** Image file with this content. */
export const aFileOf = (content: string, name = `${content}.jpg`): File =>
  new File([content], name, { type: 'image/jpeg' });

/** Hash of the content, as stored by the API. */
export const hashOf = (content: string): string => createHash('sha256').update(content).digest('hex');

/** Makes reads of a file fail, as those of one that was deleted since it was chosen. */
export function makeUnreadable(file: File): void {
  const arrayBuffer = () => Promise.reject(new DOMException('missing', 'NotReadableError'));
  Object.assign(file, { arrayBuffer, slice: () => ({ arrayBuffer }) });
}

import { describe } from '@jest/globals';
import { contentContract, type StorageUnderTest } from './content-contract.ts';
import { keysContract } from './keys-contract.ts';
import { largeFilesContract } from './large-files-contract.ts';

/** Contract of every Storage. */
export function storageContract(make: () => Promise<StorageUnderTest>): void {
  describe('content', () => contentContract(make));
  describe('large files', () => largeFilesContract(make));
  describe('keys', () => keysContract(make));
}

import type { EntityManager } from 'typeorm';

/** Thrown where the database was told to keep a change and its answer was lost: the change may be there or not. */
export class UncertainCommitError extends Error {
  override name = 'UncertainCommitError';
}

/**
 * Runs a transaction whose caller has to know whether it was kept.
 *
 * @throws UncertainCommitError where nobody knows; anything else where it was certainly not kept
 */
export async function certainTransaction<T>(
  manager: EntityManager,
  action: (transaction: EntityManager) => Promise<T>,
): Promise<T> {
  let isCommitting = false;
  try {
    return await manager.transaction(async (transaction) => {
      const result = await action(transaction);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    if (!isCommitting) throw error;
    throw new UncertainCommitError('The answer to a commit was lost', { cause: error });
  }
}

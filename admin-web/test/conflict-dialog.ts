import { expect } from '@jest/globals';
import { screen, within } from '@testing-library/react';

/** Page object of the conflict dialog, once open. */
export async function findConflictDialog() {
  const element = await screen.findByRole('alertdialog', { name: 'Changed elsewhere' });
  const dialog = within(element);
  return {
    element,
    /** Own and newer value of a field. */
    valuesOf: (label: string) =>
      within(dialog.getByRole('region', { name: label }))
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    labels: () => dialog.getAllByRole('region').map((region) => region.getAttribute('aria-label')),
    button: (name: 'Keep editing' | 'Use the newer one' | 'Save mine') => dialog.getByRole('button', { name }),
  };
}
export const expectNoConflict = () => expect(screen.queryByRole('alertdialog')).toBeNull();

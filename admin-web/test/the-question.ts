import { expect } from '@jest/globals';
import { screen, within } from '@testing-library/react';

/** The question, where it is asked. */
export async function theQuestion() {
  const element = await screen.findByRole('alertdialog', { name: 'Changed elsewhere' });
  const question = within(element);
  return {
    element,
    /** What a field says here and there. */
    versionsOf: (label: string) =>
      within(question.getByRole('region', { name: label }))
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    labels: () => question.getAllByRole('region').map((region) => region.getAttribute('aria-label')),
    button: (name: 'Keep editing' | 'Use the newer one' | 'Save mine') => question.getByRole('button', { name }),
  };
}
export const isNotAsked = () => expect(screen.queryByRole('alertdialog')).toBeNull();

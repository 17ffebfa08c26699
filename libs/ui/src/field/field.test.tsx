import '@testing-library/jest-dom/jest-globals';
import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Checkbox, SelectField, TextArea, TextField } from './field.tsx';

it('connects label, hint and error with the control', () => {
  render(<TextField label="Title" hint="As on the wall" error="Title is required" required />);

  const title = screen.getByRole('textbox', { name: 'Title' });
  expect(title).toHaveAccessibleDescription('As on the wall Title is required');
  expect(title).toBeInvalid();
  expect(title).toBeRequired();
  expect(screen.getByRole('alert')).toHaveTextContent('Title is required');
});

it('has the height of its rows, also where it grows with its text', () => {
  render(<TextArea label="Reply" rows={4} />);

  expect(screen.getByLabelText('Reply')).toHaveStyle({ minBlockSize: 'calc(4 * 1.4em + 1.2rem)' });
});

it('has no description and no alert without hint and error', () => {
  render(
    <>
      <TextField label="Title" />
      <TextArea label="Description" />
      <SelectField label="Gallery">
        <option>None</option>
      </SelectField>
      <Checkbox label="For sale" />
    </>,
  );

  expect(screen.getByLabelText('Title')).not.toHaveAccessibleDescription();
  expect(screen.getByLabelText('Description')).toBeValid();
  expect(screen.getByRole('combobox', { name: 'Gallery' })).toBeVisible();
  expect(screen.getByRole('checkbox', { name: 'For sale' })).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

import { GALLERY_VISIBILITIES, type GalleryVisibility, type UpdateGallery } from '@portfolio/contracts';
import { PasswordField, Radio } from '@portfolio/ui';
import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { field } from '../../../app/forms/contract-form.ts';
import { FieldGroup } from '../../../app/forms/field-group.tsx';

export const VISIBILITIES: Record<GalleryVisibility, { label: string; hint: string }> = {
  public: { label: 'Public', hint: 'Everybody sees it and its photos' },
  unlisted: { label: 'Unlisted', hint: 'Only its address leads to it: no list, feed or search engine has it' },
  private: { label: 'Private', hint: 'Its address asks for a password' },
  hidden: { label: 'Hidden', hint: 'Only you see it, and people with a preview link, which you create after saving' },
};

interface VisibilityFieldProps {
  form: UseFormReturn<UpdateGallery>;
  /** Whether the saved gallery has a password. */
  hasPassword: boolean;
}

/** Radio buttons for the visibility of a gallery, with the password of a private one. */
export function VisibilityField({ form, hasPassword }: VisibilityFieldProps) {
  const visibility = useWatch({ control: form.control, name: 'visibility' });
  const { resetField } = form;
  // A hidden field must not be saved, nor reject the form.
  useEffect(() => {
    if (visibility !== 'private') resetField('password');
  }, [visibility, resetField]);
  return (
    <FieldGroup legend="Visibility">
      {GALLERY_VISIBILITIES.map((value) => (
        <Radio key={value} {...VISIBILITIES[value]} value={value} {...form.register('visibility')} />
      ))}
      {visibility === 'private' && (
        <PasswordField
          label="Password"
          autoComplete="new-password"
          required={!hasPassword}
          hint={
            hasPassword
              ? 'Empty keeps the present password. A new one locks out visitors without a preview link.'
              : 'At least 6 characters'
          }
          {...field(form, 'password')}
        />
      )}
    </FieldGroup>
  );
}

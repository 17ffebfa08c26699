import { GALLERY_VISIBILITIES, type GalleryVisibility, type UpdateGallery } from '@portfolio/contracts';
import { PasswordField, Radio } from '@portfolio/ui';
import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { field } from '../../../app/forms/contract-form.ts';
import styles from './gallery-form.module.css';

export const VISIBILITY_LABELS: Record<GalleryVisibility, string> = {
  public: 'Public',
  unlisted: 'Unlisted',
  private: 'Private',
  hidden: 'Hidden',
};

const HINTS: Record<GalleryVisibility, string> = {
  public: 'Everybody sees it and its photos',
  unlisted: 'Only its address leads to it: no list, feed or search engine has it',
  private: 'Its address asks for a password',
  hidden: 'Only you and people with a preview link see it',
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
    <fieldset className={styles.visibility}>
      <legend className={styles.legend}>Visibility</legend>
      {GALLERY_VISIBILITIES.map((value) => (
        <Radio
          key={value}
          label={VISIBILITY_LABELS[value]}
          hint={HINTS[value]}
          value={value}
          {...form.register('visibility')}
        />
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
    </fieldset>
  );
}

import { SelectField, type SelectFieldProps } from '@portfolio/ui';
import { GalleryOptions } from '../../../app/gallery-options.tsx';

/** The galleries that a photo can go to, or none. */
export function GallerySelect(props: Omit<SelectFieldProps, 'label' | 'children'>) {
  return (
    <SelectField label="Gallery" {...props}>
      <GalleryOptions none="No Gallery" />
    </SelectField>
  );
}

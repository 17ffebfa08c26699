import { allGalleriesQuery } from '@portfolio/api-client';
import { SelectField, type SelectFieldProps } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useAdmin } from '../../app/admin-context.ts';

/** The galleries that a photo can go to, or none. */
export function GallerySelect(props: Omit<SelectFieldProps, 'label' | 'children'>) {
  const { api } = useAdmin();
  const { data: galleries = [] } = useQuery(allGalleriesQuery(api));
  return (
    <SelectField label="Gallery" {...props}>
      <option value="">No Gallery</option>
      {galleries.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  );
}

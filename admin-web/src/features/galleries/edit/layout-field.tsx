import { GALLERY_LAYOUTS, type GalleryLayout, type UpdateGallery } from '@portfolio/contracts';
import { Segments, SelectField } from '@portfolio/ui';
import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { field } from '../../../app/forms/contract-form.ts';
import type { PhotosById } from '../picker/use-photos-by-id.ts';
import styles from './layout-field.module.css';
import { LayoutPreview } from './layout-preview.tsx';

export const LAYOUT_LABELS: Record<GalleryLayout, string> = {
  masonry: 'Masonry',
  wall: 'Wall',
  column: 'Column',
  grid: 'Grid',
  pairs: 'Pairs',
};

const HINTS: Record<GalleryLayout, string> = {
  masonry: 'Columns of equal width, filled in order',
  wall: 'Rows of equal height that fill the width',
  column: 'One photo a row, with its title and description',
  grid: 'Uncropped photos on a common baseline',
  pairs: 'Two photos side by side',
};

const SCREENS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;

interface LayoutFieldProps {
  form: UseFormReturn<UpdateGallery>;
  photosById: PhotosById;
}

/** Layout of the gallery's page, with a preview of the selected photos. */
export function LayoutField({ form, photosById }: LayoutFieldProps) {
  const [layout = 'masonry', ids, interludes = []] = useWatch({
    control: form.control,
    name: ['layout', 'photo_ids', 'interludes'],
  });
  const [screen, setScreen] = useState<'desktop' | 'phone'>('desktop');
  return (
    <>
      <SelectField label="Layout" hint={HINTS[layout]} {...field(form, 'layout')}>
        {GALLERY_LAYOUTS.map((value) => (
          <option key={value} value={value}>
            {LAYOUT_LABELS[value]}
          </option>
        ))}
      </SelectField>
      {ids.length > 0 && (
        <div className={styles.preview}>
          <Segments label="Preview on" options={[...SCREENS]} value={screen} onChange={setScreen} />
          <LayoutPreview layout={layout} ids={ids} interludes={interludes} photosById={photosById} screen={screen} />
        </div>
      )}
    </>
  );
}

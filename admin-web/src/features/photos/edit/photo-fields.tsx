import { Checkbox, SelectField, TextArea, TextField, type SelectFieldProps } from '@portfolio/ui';
import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { asNumber, field } from '../../../app/forms/contract-form.ts';
import { GalleryOptions, useGalleries } from '../../../app/galleries.tsx';

interface PhotoFieldProps<T extends FieldValues> {
  form: UseFormReturn<T>;
  name: FieldPath<T> & ('title' | 'description' | 'alt_text' | 'place' | 'selling_price' | 'is_for_sale');
  /** Value of an empty field: null where a request deletes the old value. */
  empty: null | undefined;
  /** Text in the file; the field names it as its source. */
  fileText?: string | null | undefined;
  'data-autofocus'?: boolean;
}

/** Price in a text, with a decimal point or comma. Other texts stay, for the contract to reject: a number field drops them. */
function priceOf(typed: unknown): unknown {
  const price = asNumber(typeof typed === 'string' ? typed.trim().replace(/^(\d+),(\d{1,2})$/, '$1.$2') : typed);
  return Number.isNaN(price) ? typed : price;
}

/** A field of a photo, in the upload form and in the edit form. */
export function PhotoField<T extends FieldValues>({ form, name, empty, fileText, ...props }: PhotoFieldProps<T>) {
  const value: unknown = useWatch({ control: form.control, name });
  const source = fileText && value === fileText ? { hint: 'From the file' } : {};
  const optionalText = () => ({
    ...source,
    ...field(form, name, { setValueAs: (typed: string | null | undefined) => typed || empty }),
  });
  switch (name) {
    case 'description':
      return <TextArea label="Description" {...optionalText()} />;
    case 'alt_text':
      return (
        <TextArea
          rows={1}
          label="Alt Text"
          hint="Describes the photo for people who cannot see it"
          {...optionalText()}
        />
      );
    case 'place':
      return <TextField label="Place" hint="Where it was taken" {...optionalText()} />;
    case 'selling_price':
      return (
        <TextField
          label="Selling Price"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          {...field(form, name, { setValueAs: (typed: unknown) => priceOf(typed) ?? empty })}
        />
      );
    case 'is_for_sale':
      return <Checkbox label="Mark as for sale" {...form.register(name)} />;
    default:
      return <TextField label="Title" required {...props} {...source} {...field(form, name)} />;
  }
}

/** Select field with all galleries, and none. */
export function GallerySelect(props: Omit<SelectFieldProps, 'label' | 'children'>) {
  const { data: galleries } = useGalleries();
  // Rendered anew when its options arrive, so that it shows the form's value.
  return (
    <SelectField key={String(galleries === undefined)} label="Gallery" {...props}>
      <GalleryOptions none="No Gallery" />
    </SelectField>
  );
}

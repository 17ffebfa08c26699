import slugify from '@sindresorhus/slugify';
import { LIMITS, type SaveGallery } from '@portfolio/contracts';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';

/**
 * URL identifier from a title: "Über den Hügeln, 2026" gives "ueber-den-huegeln-2026", "Белые ночи" "belye-nochi".
 */
export const slugFromTitle = (title: string): string =>
  slugify(title.normalize('NFKC'), { decamelize: false }).slice(0, LIMITS.slug).replace(/-$/, '');

/**
 * Derives the URL identifier from the title while the user has not typed one.
 *
 * @param isFixed whether to leave the identifier unchanged, because visitors may have the address
 */
export function useProposedSlug(form: UseFormReturn<SaveGallery>, isFixed: boolean) {
  const isTyped = useRef(true);

  // A restored draft may contain a typed identifier.
  useEffect(() => {
    const { title, slug } = form.getValues();
    isTyped.current = isFixed || (slug !== '' && slug !== slugFromTitle(title));
  }, [form, isFixed]);

  return {
    onTitleChange: ({ target }: { target: HTMLInputElement }) => {
      // A save creates the gallery at the identifier that it was sent with.
      if (isTyped.current || form.formState.isSubmitting) return;
      form.setValue('slug', slugFromTitle(target.value), { shouldValidate: form.formState.isSubmitted });
    },
    onSlugChange: ({ target }: { target: HTMLInputElement }) => {
      isTyped.current = isFixed || target.value !== '';
    },
  };
}

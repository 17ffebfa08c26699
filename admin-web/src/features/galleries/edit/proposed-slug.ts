import type { SaveGallery } from '@portfolio/contracts';
import { useEffect, useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { slugFromTitle } from './slug.ts';

/**
 * Lets the URL identifier of a form follow the title, until it is edited by hand; and again once it has been emptied.
 *
 * @param isFixed it never follows: visitors may have the address
 * @returns what to do when one or the other is typed
 */
export function useProposedSlug(form: UseFormReturn<SaveGallery>, isFixed: boolean) {
  const isOwn = useRef(true);

  // What was typed before a session ended is as much somebody's own as what is typed now.
  useEffect(() => {
    const { title, slug } = form.getValues();
    isOwn.current = isFixed || (slug !== '' && slug !== slugFromTitle(title));
  }, [form, isFixed]);

  return {
    titleTyped: ({ target }: { target: HTMLInputElement }) => {
      if (isOwn.current) return;
      form.setValue('slug', slugFromTitle(target.value), { shouldValidate: form.formState.isSubmitted });
    },
    slugTyped: ({ target }: { target: HTMLInputElement }) => {
      isOwn.current = isFixed || target.value !== '';
    },
  };
}

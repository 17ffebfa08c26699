import { formAction } from '../../app/forms/form-action.ts';
import type { FormOutcome } from '../../app/forms/form-state.ts';
import { parseId } from '../../app/router/navigation.ts';
import type { PostRequest } from '../../app/router/page.ts';
import { commentForm } from './comment-form-definition.ts';

/** Posts a comment sent without JavaScript, on the photo of the page's address. */
export function commentAction({ api, params, search, fields }: PostRequest): Promise<FormOutcome> {
  const photo_id = parseId(params['id']) ?? 0;
  const query = new URLSearchParams([...search].filter(([name]) => name === 'gallery' || name === 'comments'));
  query.set('sent', 'comment');
  return formAction({
    api,
    form: 'comment',
    definition: commentForm,
    fields,
    context: { photo_id },
    goTo: `/photo/${photo_id}?${query}#comment-form`,
  });
}

import type { FormOutcome } from '../../app/forms/form-state.ts';
import { formAction } from '../../app/forms/form-action.ts';
import { idOf } from '../../app/data/id-of.ts';
import type { PostRequest } from '../../app/router/page.ts';
import { commentForm } from './comment-form-definition.ts';

/** Takes a comment that a browser sent by itself. The photo is the one of the address, whatever the form says. */
export function commentAction({ api, params, search, fields }: PostRequest): Promise<FormOutcome> {
  const photo_id = idOf(params['id']) ?? 0;
  const place = new URLSearchParams([...search].filter(([name]) => name === 'gallery' || name === 'comments'));
  place.set('sent', 'comment');
  return formAction({
    api,
    form: 'comment',
    kind: commentForm,
    fields,
    about: { photo_id },
    goTo: `/photo/${photo_id}?${place}#comment-form`,
  });
}

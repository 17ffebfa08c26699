import { postComment } from '@portfolio/api-client';
import type { FormOutcome } from '../../app/form-state.ts';
import { takeForm } from '../../app/forms/take-form.ts';
import { idOf } from '../../app/id-of.ts';
import type { PostRequest } from '../../app/page.ts';
import { COMMENT_FIELDS, whyNotPosted } from './comment-fields.ts';

/** Takes a comment that a browser sent by itself. The photo is the one of the address, whatever the form says. */
export function takeComment({ api, params, search, fields }: PostRequest): Promise<FormOutcome> {
  const photoId = idOf(params['id']) ?? 0;
  const place = new URLSearchParams([...search].filter(([name]) => name === 'gallery' || name === 'comments'));
  place.set('sent', 'comment');
  return takeForm({
    form: 'comment',
    names: COMMENT_FIELDS,
    fields,
    send: (values) => postComment(api, { ...values, photo_id: photoId }),
    goTo: `/photo/${photoId}?${place}#comment-form`,
    explain: whyNotPosted,
  });
}

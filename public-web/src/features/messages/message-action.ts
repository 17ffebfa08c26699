import { formAction } from '../../app/forms/form-action.ts';
import type { FormOutcome } from '../../app/forms/form-state.ts';
import { parseId } from '../../app/router/navigation.ts';
import type { PostRequest } from '../../app/router/page.ts';
import { messageForm } from './message-form-definition.ts';

/**
 * Posts a message sent without JavaScript. Takes the photo from the hidden field `photo_id`, not from the address: a
 * deleted photo is missing in the form.
 */
export function messageAction({ api, fields }: PostRequest): Promise<FormOutcome> {
  const photo_id = parseId(fields['photo_id']);
  return formAction({
    api,
    form: 'message',
    definition: messageForm,
    fields,
    context: photo_id === undefined ? {} : { photo_id },
    // The next page removes the draft about the photo.
    goTo: `/contact?sent=message${photo_id === undefined ? '' : `&about=${photo_id}`}#message-form`,
  });
}

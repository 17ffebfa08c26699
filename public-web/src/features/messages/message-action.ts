import type { FormOutcome } from '../../app/forms/form-state.ts';
import { formAction } from '../../app/forms/form-action.ts';
import { idOf } from '../../app/data/id-of.ts';
import type { PostRequest } from '../../app/router/page.ts';
import { messageForm } from './message-form-definition.ts';

/**
 * Takes a message that a browser sent by itself. The form names the photo that it shows, not the address: once the photo
 * has gone the form is without it, while the address still names it.
 */
export function messageAction({ api, fields }: PostRequest): Promise<FormOutcome> {
  const photo_id = idOf(fields['photo_id']);
  return formAction({
    api,
    form: 'message',
    kind: messageForm,
    fields,
    about: photo_id === undefined ? {} : { photo_id },
    goTo: '/contact?sent=message#message-form',
  });
}

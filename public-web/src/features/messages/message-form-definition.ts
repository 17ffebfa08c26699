import { ApiError, postMessage } from '@portfolio/api-client';
import { LIMITS, PostMessage } from '@portfolio/contracts';
import { whenAgain } from '../../app/forms/form-faults.ts';
import type { FormDefinition } from '../../app/forms/form-definition.ts';
import { NOT_SENT } from './not-sent.ts';

/** The contact form, apart from how it looks. */
export const messageForm: FormDefinition<'name' | 'email' | 'subject' | 'message', { photo_id?: number }> = {
  names: ['name', 'email', 'subject', 'message'],
  limits: { message: LIMITS.contact.message },
  request: PostMessage,
  post: postMessage,
  explain: whyNotSent,
};

/** Why a message could not be sent: what the API says is told where it helps to try again. */
function whyNotSent(error: unknown): string {
  if (!(error instanceof ApiError)) return NOT_SENT;
  if (error.code === 'photo.not-found') {
    return `${NOT_SENT} The photo that you ask about is not there any more: your message will go without it.`;
  }
  const helps = error.code !== undefined && error.status >= 400 && error.status < 500;
  return helps ? `${NOT_SENT} ${error.message}${whenAgain(error)}` : NOT_SENT;
}

import { ApiError } from '@portfolio/api-client';
import { whenAgain } from '../../app/forms/form-faults.ts';

/** The fields of the contact form, in their order. */
export const MESSAGE_FIELDS = ['name', 'email', 'subject', 'message'] as const;

export const SENT = "Message sent successfully! I'll get back to you soon.";
const FAILED = 'Failed to send message. Please try again.';

/** Why a message could not be sent: what the API says is told where it helps to try again. */
export function whyNotSent(error: unknown): string {
  if (!(error instanceof ApiError)) return FAILED;
  if (error.code === 'photo.not-found') {
    return `${FAILED} The photo that you ask about is not there any more: your message will go without it.`;
  }
  const helps = error.code !== undefined && error.status >= 400 && error.status < 500;
  return helps ? `${FAILED} ${error.message}${whenAgain(error)}` : FAILED;
}

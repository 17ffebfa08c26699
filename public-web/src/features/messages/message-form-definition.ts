import { ApiError, postMessage } from '@portfolio/api-client';
import { LIMITS, PostMessage } from '@portfolio/contracts';
import { FormController } from '../../app/forms/form-controller.ts';
import { retryHint, type FormDefinition } from '../../app/forms/form-definition.ts';
import type { ControlledForm } from '../../app/forms/use-public-form.ts';
import { NOT_SENT } from './not-sent.ts';

export const messageForm: FormDefinition<'name' | 'email' | 'subject' | 'message', { photo_id?: number }> = {
  names: ['name', 'email', 'subject', 'message'],
  limits: { message: LIMITS.contact.message },
  request: PostMessage,
  post: postMessage,
  explain(error) {
    if (!(error instanceof ApiError)) return NOT_SENT;
    if (error.code === 'photo.not-found') {
      return `${NOT_SENT} The photo that you ask about no longer exists: your message will be sent without it.`;
    }
    const isClientError = error.code !== undefined && error.status >= 400 && error.status < 500;
    return isClientError ? `${NOT_SENT} ${error.message}${retryHint(error)}` : NOT_SENT;
  },
};

export const createController = (form: ControlledForm) => new FormController(messageForm, form);

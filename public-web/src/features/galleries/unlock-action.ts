import { ApiError, failureMessage } from '@portfolio/api-client';
import { errorsOf, retryHint } from '../../app/forms/form-definition.ts';
import type { FormOutcome } from '../../app/forms/form-state.ts';
import type { PostRequest } from '../../app/router/page.ts';

const FORM = {
  names: ['password'],
  explain: (error: unknown) => failureMessage(error, 'Failed to open the gallery') + retryHint(error),
};

/** Opens a private gallery by the password of a form, and passes the API's cookie on. The password never returns. */
export async function unlockAction({ api, params: { slug = '' }, fields }: PostRequest): Promise<FormOutcome> {
  const path = encodeURIComponent(slug);
  let cookie: string | undefined;
  const request: typeof fetch = async (...call) => {
    const response = await fetch(...call);
    cookie = response.headers.get('set-cookie') ?? undefined;
    return response;
  };
  try {
    const body = { password: fields['password'] ?? '' };
    await api.send('POST', `/galleries/${path}/unlock`, body, undefined, request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const state = { form: 'unlock', values: {}, ...errorsOf(error, FORM) };
    // The gallery is not private any more; its page says what it is.
    if (error.status !== 404) return { status: error.status || 503, state, retryAfter: error.retryAfter };
  }
  return { goTo: `/gallery/${path}`, cookie };
}

import { ApiError } from '@portfolio/api-client';
import type { PostRequest } from '../router/page.ts';
import { errorsOf, pick, type FormDefinition } from './form-definition.ts';
import type { FormOutcome } from './form-state.ts';

interface FormAction<Name extends string, Context extends object> extends Pick<PostRequest, 'api' | 'fields'> {
  form: string;
  definition: Pick<FormDefinition<Name, Context>, 'names' | 'post' | 'explain'>;
  /** Request fields without an input. */
  context: Context;
  /** Address of the redirect after success. */
  goTo: string;
}

/** Forwards a form that a browser sent without JavaScript. On an error the values return with it. */
export async function formAction<Name extends string, Context extends object>({
  api,
  form,
  definition,
  fields,
  context,
  goTo,
}: FormAction<Name, Context>): Promise<FormOutcome> {
  // Browsers send CR LF, the page's script LF. A missing field is empty.
  const values = Object.fromEntries(
    definition.names.map((name) => [name, (fields[name] ?? '').replaceAll('\r\n', '\n')]),
  ) as Record<Name, string>;
  try {
    await definition.post(api, { ...values, ...pick(fields, ['website']), ...context });
    return { goTo };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      status: error.status || 503,
      state: { form, values, ...errorsOf(error, definition) },
      retryAfter: error.retryAfter,
    };
  }
}

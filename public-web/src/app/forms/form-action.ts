import { ApiError, type Api } from '@portfolio/api-client';
import type { FormOutcome } from './form-state.ts';
import { faultsOf, pick } from './form-faults.ts';
import type { FormDefinition } from './form-definition.ts';

export interface FormAction<Name extends string, About extends object> {
  api: Api;
  /** Which form of the page. */
  form: string;
  kind: Pick<FormDefinition<Name, About>, 'names' | 'post' | 'explain'>;
  /** What was sent. Nothing but the form's own fields is looked at. */
  fields: Readonly<Record<string, string>>;
  about: About;
  /** Where the visitor goes once it has been sent. */
  goTo: string;
}

/** Sends on a form that a browser sent to a page by itself. Whatever goes wrong, what was typed comes back. */
export async function formAction<Name extends string, About extends object>(
  taken: FormAction<Name, About>,
): Promise<FormOutcome> {
  const { api, form, kind, fields, about, goTo } = taken;
  // A field that is missing was left empty. Browsers write CR LF where the page's own script sends LF.
  const typed = Object.fromEntries(
    kind.names.map((name) => [name, (fields[name] ?? '').replaceAll('\r\n', '\n')]),
  ) as Record<Name, string>;
  try {
    await kind.post(api, { ...typed, ...pick(fields, ['website']), ...about });
    return { goTo };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const state = { form, values: typed, ...faultsOf(error, kind.names, kind.explain) };
    return { status: error.status || 503, state, retryAfter: error.retryAfter };
  }
}

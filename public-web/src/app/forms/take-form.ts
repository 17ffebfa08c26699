import { ApiError } from '@portfolio/api-client';
import type { FormOutcome } from '../form-state.ts';
import { faultsOf, pick } from './form-faults.ts';

export interface TakenForm<Name extends string> {
  /** Which form of the page. */
  form: string;
  /** Its fields, in their order; nothing else that was sent is looked at, but for the honeypot. */
  names: readonly Name[];
  /** What was sent. */
  fields: Readonly<Record<string, string>>;
  /** Passes it on to the API. */
  send: (form: Record<Name, string> & { website?: string }) => Promise<unknown>;
  /** Where the visitor goes once it has been sent. */
  goTo: string;
  /** The sentence for a failure that is about none of the fields. */
  explain: (error: unknown) => string;
}

/** Sends on a form that a browser sent to a page by itself. Whatever goes wrong, what was typed comes back. */
export async function takeForm<Name extends string>(taken: TakenForm<Name>): Promise<FormOutcome> {
  const { form, names, fields, send, goTo, explain } = taken;
  // A field that is missing was left empty. Browsers write CR LF where the page's own script sends LF.
  const typed = Object.fromEntries(
    names.map((name) => [name, (fields[name] ?? '').replaceAll('\r\n', '\n')]),
  ) as Record<Name, string>;
  try {
    await send({ ...typed, ...pick(fields, ['website']) });
    return { goTo };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const state = { form, values: typed, ...faultsOf(error, names, explain) };
    return { status: error.status || 503, state, retryAfter: error.retryAfter };
  }
}

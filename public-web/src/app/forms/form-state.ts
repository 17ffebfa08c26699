import { createContext, use, useState } from 'react';
import { useRouteLocation } from '../router/navigation.ts';

/** What is wrong with a form. */
export interface FormFaults {
  /** The message for each faulty field. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong with none of the fields in particular. */
  failure?: string;
}

/** A form that was sent without the help of JavaScript and came back, for the page to show as it was. */
export interface FormState extends FormFaults {
  /** Which form of the page. */
  form: string;
  /** What was filled in, by name. */
  values: Readonly<Record<string, string>>;
}

/** What becomes of a form: the visitor is sent on to an address of the site, or gets the page again, as it was filled in. */
export type FormOutcome =
  | { goTo: string }
  | {
      status: number;
      state: FormState;
      /** Seconds after which it is worth sending it again. */
      retryAfter?: number | undefined;
    };

/** The form that came back with the page that the server rendered; null on all others. */
export const FormStateContext = createContext<FormState | null>(null);

/** What the server says about a form of the page that it has just rendered; once the visitor has gone on, nothing. */
export function useSentForm(form: string): { back: FormState | undefined; isSent: boolean } {
  const { how, search } = useRouteLocation();
  const state = use(FormStateContext);
  // Kept, for the form is still the same one when the visitor moves within its page.
  const [sent] = useState(() => ({
    back: how === 'load' && state?.form === form ? state : undefined,
    isSent: how === 'load' && new URLSearchParams(search).get('sent') === form,
  }));
  return sent;
}

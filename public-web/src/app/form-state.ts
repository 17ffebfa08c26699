import { createContext } from 'react';

/** A form that was sent without the help of JavaScript and came back, for the page to show as it was. */
export interface FormState {
  /** Which form of the page. */
  form: string;
  /** What was filled in, by name. */
  values: Readonly<Record<string, string>>;
  /** The message for each faulty field. */
  errors: Readonly<Record<string, string>>;
  /** What is wrong with none of the fields in particular. */
  failure?: string;
}

/** What becomes of a form: the visitor is sent on to an address of the site, or gets the page again, as it was filled in. */
export type FormOutcome = { goTo: string } | { status: number; state: FormState };

/** The form that came back with the page that the server rendered; null on all others. */
export const FormStateContext = createContext<FormState | null>(null);

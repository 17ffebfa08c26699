import { createContext, use, useState } from 'react';
import { useRouteLocation } from '../router/navigation.ts';

export interface FormErrors {
  /** Messages by field. */
  errors: Readonly<Record<string, string>>;
  /** Message for the whole form. */
  failure?: string;
}

/** A form sent without JavaScript, rendered again with its errors. */
export interface FormState extends FormErrors {
  form: string;
  /** Values by field. */
  values: Readonly<Record<string, string>>;
}

/** Result of a form sent without JavaScript: a redirect within the site, or the page with errors. */
export type FormOutcome =
  | {
      goTo: string;
      /** `Set-Cookie` header. */
      cookie?: string | undefined;
    }
  | {
      status: number;
      state: FormState;
      /** Seconds. */
      retryAfter?: number | undefined;
    };

/** The form with errors in the server's page; null without one. */
export const FormStateContext = createContext<FormState | null>(null);

/**
 * Form state that the server rendered: `returned` has the errors and fields of a refused form, `isSent` says that it was
 * accepted. Neither is set after a client-side navigation.
 */
export function useSentForm(form: string): { returned: FormState | undefined; isSent: boolean } {
  const { type, search } = useRouteLocation();
  const state = use(FormStateContext);
  // A state, since the form outlives navigations within its page.
  const [sent] = useState(() => {
    const returned = type === 'load' && state?.form === form ? state : undefined;
    // A refused form may have been posted at the address after a success.
    return { returned, isSent: !returned && type === 'load' && new URLSearchParams(search).get('sent') === form };
  });
  return sent;
}

import { InlineFailure } from '@portfolio/ui/notice';
import type { ReactNode } from 'react';
import styles from './public-form.module.css';
import type { usePublicForm } from './use-public-form.ts';

interface PublicFormProps {
  form: ReturnType<typeof usePublicForm>;
  labelledBy: string;
  submit: string;
  busyLabel: string;
  /** Sentence after the success message. */
  afterSuccess?: string;
  children: ReactNode;
}

/**
 * Form sent by its controller through the API; without JavaScript the browser posts it to the address of its page.
 * Browser validation is off: messages are the site's own.
 */
export function PublicForm({ form, labelledBy, submit, busyLabel, afterSuccess, children }: PublicFormProps) {
  return (
    <form className={styles.form} aria-labelledby={labelledBy} method="post" noValidate {...form.attributes}>
      {children}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          Website
          {/* Honeypot, hidden from password managers. */}
          <input
            type="text"
            name="website"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
          />
        </label>
      </div>
      {form.failure && (
        <InlineFailure lang="en" tabIndex={-1} autoFocus={form.isFailureReturned}>
          {form.failure}
        </InlineFailure>
      )}
      <div className={styles.end} lang="en">
        <button type="submit" className={styles.submit} aria-disabled={form.isBusy || undefined}>
          {form.isBusy ? busyLabel : submit}
        </button>
        <p role="status" className={styles.done}>
          {form.isSent && (
            <>
              {/* A toast has announced it, except after a post without JavaScript. */}
              <span aria-hidden={form.sentCount > 0 || undefined}>{form.success}</span> {afterSuccess}
            </>
          )}
        </p>
      </div>
    </form>
  );
}

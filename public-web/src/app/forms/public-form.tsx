import type { ReactNode } from 'react';
import styles from './public-form.module.css';
import type { usePublicForm } from './use-public-form.ts';

export interface PublicFormProps {
  id: string;
  form: ReturnType<typeof usePublicForm>;
  /** The id of its heading. */
  labelledBy: string;
  /** What its button says, at rest and at work. */
  submit: string;
  busyLabel: string;
  /** What comes next once it has been sent. */
  done?: string;
  /** Its fields. */
  children: ReactNode;
}

/**
 * A form that anybody may send. It names no address and so goes to that of its page, where the server takes it.
 *
 * The browser's own checks are off: what is wrong is said in the site's words, whichever way the form goes.
 */
export function PublicForm({ id, form, labelledBy, submit, busyLabel, done, children }: PublicFormProps) {
  return (
    <form id={id} className={styles.form} aria-labelledby={labelledBy} method="post" noValidate {...form.attributes}>
      {children}
      <div className="visually-hidden" aria-hidden="true">
        <label>
          Website
          {/* A trap for programs; password managers are told to leave it alone, each in its own way. */}
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
        <p role="alert" className={styles.failure} lang="en" tabIndex={-1} autoFocus={form.isFailureBack}>
          {form.failure}
        </p>
      )}
      <div className={styles.end} lang="en">
        <button type="submit" className={styles.submit} aria-disabled={form.isBusy || undefined}>
          {form.isBusy ? busyLabel : submit}
        </button>
        <p role="status" className={styles.done}>
          {form.isSent && (
            <>
              {/* Where it was said in passing, it has been read out. */}
              <span aria-hidden={form.rounds > 0 || undefined}>{form.said}</span> {done}
            </>
          )}
        </p>
      </div>
    </form>
  );
}

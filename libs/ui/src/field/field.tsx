import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** One line. */
  hint?: string;
  /** Announced when it appears. */
  error?: string;
}

/** Attributes that connect a control with its label, hint and error. */
interface Wiring {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FieldProps {
  required?: boolean;
  children: (wiring: Wiring) => ReactNode;
}

/** Label above a control, hint and error below. */
export function FieldFrame({ label, hint, error, required, children }: FieldFrameProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} lang="en" className={required ? `${styles.label} ${styles.required}` : styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint} lang="en">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error} lang="en">
          {error}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** Single-line input of any `type`. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => <input type="text" dir="auto" className={styles.control} {...input} {...wiring} />}
    </FieldFrame>
  );
}

/** Multi-line input that grows with its text where browsers support `field-sizing`. */
export function TextArea({ label, hint, error, rows = 3, ...area }: FieldProps & ComponentProps<'textarea'>) {
  // `field-sizing` ignores `rows`.
  const style = { minBlockSize: `calc(${rows} * 1.4em + 1.2rem)` };
  return (
    <FieldFrame label={label} hint={hint} error={error} required={area.required}>
      {(wiring) => (
        <textarea
          rows={rows}
          dir="auto"
          style={style}
          className={`${styles.control} ${styles.area}`}
          {...area}
          {...wiring}
        />
      )}
    </FieldFrame>
  );
}

export type SelectFieldProps = FieldProps & ComponentProps<'select'>;

/** Select; its children are the options. */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={select.required}>
      {(wiring) => (
        <select className={`${styles.control} ${styles.select}`} {...select} {...wiring}>
          {children}
        </select>
      )}
    </FieldFrame>
  );
}

export type CheckboxProps = Omit<FieldProps, 'error'> & Omit<ComponentProps<'input'>, 'type'>;

export const Checkbox = (props: CheckboxProps) => <Choice type="checkbox" {...props} />;

export const Radio = (props: CheckboxProps) => <Choice type="radio" {...props} />;

function Choice({ label, hint, ...input }: CheckboxProps & { type: 'checkbox' | 'radio' }) {
  const id = useId();
  return (
    <label className={styles.choice}>
      <input className={styles.box} aria-label={hint && label} aria-describedby={hint && id} {...input} />
      <span dir="auto">
        {label}
        {hint && (
          <span id={id} className={styles.choiceHint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}

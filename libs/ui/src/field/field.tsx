import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** One line about what belongs here. */
  hint?: string;
  /** What is wrong with what is written; it is read out when it appears. */
  error?: string;
}

/** The attributes that tie a control to its label, hint and error. */
interface Wiring {
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldProps {
  required?: boolean;
  children: (wiring: Wiring) => ReactNode;
}

/** Label above, hint and error below, wired once for every kind of control. */
function Frame({ label, hint, error, required, children }: FrameProps) {
  const id = useId();
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={required ? `${styles.label} ${styles.required}` : styles.label}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': about || undefined })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** One line of text, or whatever else `type` asks for. Everything but label, hint and error goes to the input. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => <input type="text" className={styles.control} {...input} {...wiring} />}
    </Frame>
  );
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** Several lines of text. It grows with what is written where the browser can. */
export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  return (
    <Frame label={label} hint={hint} error={error} required={area.required}>
      {(wiring) => <textarea rows={3} className={`${styles.control} ${styles.area}`} {...area} {...wiring} />}
    </Frame>
  );
}

export type SelectFieldProps = FieldProps & ComponentProps<'select'>;

/** One of several; the options are its children. */
export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <Frame label={label} hint={hint} error={error} required={select.required}>
      {(wiring) => (
        <select className={`${styles.control} ${styles.select}`} {...select} {...wiring}>
          {children}
        </select>
      )}
    </Frame>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
}

/** Yes or no, with its words beside it. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" className={styles.box} {...input} />
      <span>{label}</span>
    </label>
  );
}

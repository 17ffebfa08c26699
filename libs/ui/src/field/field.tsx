import { useId, type ComponentProps } from 'react';
import { FieldFrame, type FieldProps } from './field-frame.tsx';
import styles from './field.module.css';

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** One line of text, or whatever else `type` asks for. Everything but label, hint and error goes to the input. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => <input type="text" dir="auto" className={styles.control} {...input} {...wiring} />}
    </FieldFrame>
  );
}

export type TextAreaProps = FieldProps & ComponentProps<'textarea'>;

/** Several lines of text. It grows with what is written where the browser can. */
export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={area.required}>
      {(wiring) => (
        <textarea rows={3} dir="auto" className={`${styles.control} ${styles.area}`} {...area} {...wiring} />
      )}
    </FieldFrame>
  );
}

export type SelectFieldProps = FieldProps & ComponentProps<'select'>;

/** One of several; the options are its children. */
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

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  /** One line about what it means. */
  hint?: string;
}

/** Yes or no, with its words beside it. */
export function Checkbox(props: CheckboxProps) {
  return <Choice type="checkbox" {...props} />;
}

/** One of several that share a name, with its words beside it. */
export function Radio(props: CheckboxProps) {
  return <Choice type="radio" {...props} />;
}

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

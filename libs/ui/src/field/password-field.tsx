import { useState } from 'react';
import { IconButton } from '../button/button.tsx';
import { FieldFrame, type TextFieldProps } from './field.tsx';
import field from './field.module.css';
import styles from './password-field.module.css';

export function PasswordField({ label, hint, error, ...input }: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame label={label} hint={hint} error={error} required={input.required}>
      {(wiring) => (
        <div className={styles.password}>
          <input
            type={isShown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={`${field.control} ${styles.control}`}
            {...input}
            {...wiring}
          />
          <IconButton
            label={`${isShown ? 'Hide' : 'Show'} ${label}`}
            icon={isShown ? 'eyeOff' : 'eye'}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </FieldFrame>
  );
}

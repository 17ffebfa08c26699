import { tagListQuery } from '@portfolio/api-client';
import { distinctTags, isBlank, tagKey } from '@portfolio/contracts';
import { IconButton, TextField } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useReportDirty } from '../../../app/forms/unsaved-changes.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './tags-field.module.css';

export interface TagsFieldProps {
  label: string;
  value: string[];
  error?: string | undefined;
  onChange: (value: string[]) => void;
  /** Called with whether a typed tag is not added yet. */
  onTypingChange?: (isTyping: boolean) => void;
  'data-autofocus'?: boolean;
}

const ignore = () => {};

/** Tags, each with a button that removes it, and a field that completes and adds more by Enter, comma or leaving it. */
export function TagsField({ label, value, error, onChange, onTypingChange = ignore, ...props }: TagsFieldProps) {
  const { data: known = [] } = useQuery(tagListQuery(useAdmin().api));
  const [typed, setTyped] = useState('');
  useReportDirty(!isBlank(typed), onTypingChange);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const keys = new Set(value.map(tagKey));
  const add = (text: string) => {
    setTyped('');
    const tags = distinctTags([...value, ...text.split(',')]);
    if (tags.length > value.length) onChange(tags);
  };
  const remove = (tag: string) => {
    onChange(value.filter((other) => other !== tag));
    input.current?.focus();
  };
  return (
    <div className={styles.tags}>
      <TextField
        ref={input}
        label={label}
        hint="Enter or a comma adds a tag"
        {...(error && { error })}
        {...props}
        list={list}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => (target.value.includes(',') ? add(target.value) : setTyped(target.value))}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed.trim() && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add(typed);
          }
        }}
      />
      <datalist id={list}>
        {known.map(({ name }) => !keys.has(tagKey(name)) && <option key={name} value={name} />)}
      </datalist>
      {value.length > 0 && (
        <ul aria-label={label} className={styles.list}>
          {value.map((tag) => (
            <li key={tag} className={styles.tag}>
              <bdi>{tag}</bdi>
              <IconButton icon="close" label={`Remove ${tag}`} onClick={() => remove(tag)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

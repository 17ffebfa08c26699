import { tagListQuery } from '@portfolio/api-client';
import { distinctTags, tagKey } from '@portfolio/contracts';
import { IconButton, TextField } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './photo-fields.module.css';

interface TagsFieldProps {
  label: string;
  value: string[];
  error?: string | undefined;
  onChange: (value: string[]) => void;
  'data-autofocus'?: boolean;
}

/**
 * Tags, each with a button that removes it, and a field that completes and adds more by Enter or comma. The tag that is
 * being typed belongs to the value already: moving it into the list at the press of a button would move the button away.
 */
export function TagsField({ label, value, error, onChange, ...props }: TagsFieldProps) {
  const { data: known = [] } = useQuery(tagListQuery(useAdmin().api));
  const [{ text, tag: typed }, setTyped] = useState<{ text: string; tag?: string | undefined }>({ text: '' });
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const listed = typed !== undefined && value.at(-1) === typed ? value.slice(0, -1) : value;
  const keys = new Set(listed.map(tagKey));
  const type = (next: string) => {
    const tags = distinctTags([...listed, ...next.split(',')]);
    setTyped(next.includes(',') ? { text: '' } : { text: next, tag: tags[listed.length] });
    onChange(tags);
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
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && text.trim() && !event.nativeEvent.isComposing) {
            event.preventDefault();
            setTyped({ text: '' });
          }
        }}
      />
      <datalist id={list}>
        {known.map(({ name }) => !keys.has(tagKey(name)) && <option key={name} value={name} />)}
      </datalist>
      {listed.length > 0 && (
        <ul aria-label={label} className={styles.list}>
          {listed.map((tag) => (
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

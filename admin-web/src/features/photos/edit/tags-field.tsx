import { tagListQuery } from '@portfolio/api-client';
import { distinctTags, tagKey } from '@portfolio/contracts';
import { IconButton, TextField } from '@portfolio/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './photo-fields.module.css';

interface TagsFieldProps {
  label: string;
  hint?: string;
  value: string[];
  error?: string | undefined;
  /** Of the input. */
  ref?: (input: HTMLInputElement | null) => void;
  onChange: (value: string[]) => void;
  'data-autofocus'?: boolean;
}

/**
 * Tags, each with a button that removes it, and a field that completes and adds more by Enter or comma. The tag that is
 * being typed belongs to the value already: moving it into the list at the press of a button would move the button away.
 */
export function TagsField({
  label,
  hint = 'Enter or a comma adds a tag',
  value,
  error,
  ref,
  onChange,
  ...props
}: TagsFieldProps) {
  const { data: known = [] } = useQuery(tagListQuery(useAdmin().api));
  const [{ text, tag: typed }, setTyped] = useState<{ text: string; tag?: string | undefined }>({ text: '' });
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const listed = typed !== undefined && value.at(-1) === typed ? value.slice(0, -1) : value;
  const keys = new Set(listed.map(tagKey));
  const type = (next: string) => {
    const isEnded = next.includes(',');
    // A known tag, chosen from the list, may have a comma.
    const parts = known.some(({ name }) => name === next) ? [next] : next.split(',');
    const tags = distinctTags([...listed, ...parts]);
    setTyped(isEnded ? { text: '' } : { text: next, tag: tags[listed.length] });
    onChange(tags);
  };
  const remove = (tag: string) => {
    const others = listed.filter((other) => other !== tag);
    // The text may be another spelling of the removed tag.
    const tags = distinctTags([...others, text]);
    setTyped({ text, tag: tags[others.length] });
    onChange(tags);
    input.current?.focus();
  };
  return (
    <div className={styles.tags}>
      <TextField
        ref={(element) => {
          input.current = element;
          ref?.(element);
        }}
        label={label}
        hint={hint}
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

import { readExhibitions, writeExhibitions, type ExhibitionView } from '@portfolio/contracts';
import { Button, IconButton, InlineFailure, TextField } from '@portfolio/ui';
import { useRef } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import styles from './exhibitions-setting.module.css';
import type { Texts } from './text-groups.ts';

const EMPTY: ExhibitionView = { year: '', title: '', place: '', link: '' };

/** List of exhibitions: a line of fields for each, in the order of the page. */
export function ExhibitionsSetting({ form }: { form: UseFormReturn<Texts> }) {
  const { field, fieldState } = useController({ control: form.control, name: 'exhibitions' });
  const list = useRef<HTMLOListElement>(null);
  const exhibitions = readExhibitions(field.value);
  const set = (changed: ExhibitionView[]) => field.onChange(writeExhibitions(changed));
  const move = (from: number, to: number) =>
    set(exhibitions.toSpliced(from, 1).toSpliced(to, 0, ...exhibitions.slice(from, from + 1)));
  const add = () => {
    set([EMPTY, ...exhibitions]);
    // After the new line is rendered.
    setTimeout(() => list.current?.querySelector('input')?.focus());
  };

  return (
    <FieldGroup legend="Exhibitions" className={styles.setting}>
      <Button icon="plus" onClick={add}>
        Add Exhibition
      </Button>
      <ol ref={list} className={styles.list}>
        {exhibitions.map((exhibition, index) => {
          const text = (name: keyof ExhibitionView, label: string) => (
            <TextField
              label={label}
              type={name === 'link' ? 'url' : 'text'}
              value={exhibition[name]}
              onChange={({ target }) => set(exhibitions.with(index, { ...exhibition, [name]: target.value }))}
            />
          );
          const name = exhibition.title || `exhibition ${index + 1}`;
          return (
            <li key={index} className={styles.exhibition} aria-label={name}>
              {text('year', 'Year')}
              {text('title', 'Title')}
              {text('place', 'Place')}
              {text('link', 'Link')}
              <span className={styles.actions}>
                <IconButton
                  label={`Move ${name} up`}
                  icon="previous"
                  aria-disabled={index === 0}
                  onClick={() => index > 0 && move(index, index - 1)}
                />
                <IconButton
                  label={`Move ${name} down`}
                  icon="next"
                  aria-disabled={index === exhibitions.length - 1}
                  onClick={() => index < exhibitions.length - 1 && move(index, index + 1)}
                />
                <IconButton
                  label={`Remove ${name}`}
                  icon="trash"
                  onClick={() => set(exhibitions.toSpliced(index, 1))}
                />
              </span>
            </li>
          );
        })}
      </ol>
      {fieldState.error?.message && <InlineFailure>{fieldState.error.message}</InlineFailure>}
    </FieldGroup>
  );
}

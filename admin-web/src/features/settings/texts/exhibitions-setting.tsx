import { findExhibitionFault, readExhibitions, writeExhibitions, type ExhibitionView } from '@portfolio/contracts';
import { Button, IconButton, InlineFailure, TextField } from '@portfolio/ui';
import { useEffect, useRef } from 'react';
import { useController, type UseFormReturn } from 'react-hook-form';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import styles from './exhibitions-setting.module.css';
import type { Texts } from './text-groups.ts';

const EMPTY: ExhibitionView = { year: '', title: '', place: '', link: '' };

/** List of exhibitions: a line of fields for each, in the order of the page. */
export function ExhibitionsSetting({ form }: { form: UseFormReturn<Texts> }) {
  const { field, fieldState } = useController({ control: form.control, name: 'exhibitions' });
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const exhibitions = readExhibitions(field.value);
  const set = (changed: ExhibitionView[]) => field.onChange(writeExhibitions(changed));
  const focusIn = (index: number, selector: string) =>
    list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus();
  const move = (from: number, to: number) => {
    set(exhibitions.toSpliced(from, 1).toSpliced(to, 0, ...exhibitions.slice(from, from + 1)));
    // Lines are keyed by index: the focus follows the exhibition.
    focusIn(to, `button:nth-of-type(${to < from ? 1 : 2})`);
  };
  const remove = (index: number) => {
    set(exhibitions.toSpliced(index, 1));
    // The last line has no line below it.
    if (index === exhibitions.length - 1) addButton.current?.focus();
  };
  const add = () => {
    set([EMPTY, ...exhibitions]);
    // After the new line is rendered.
    setTimeout(() => focusIn(0, 'input'));
  };

  // A refused save focuses the first invalid field. It is not marked yet.
  useEffect(() => {
    const { index = 0, field: name = 'year' } = findExhibitionFault(exhibitions) ?? {};
    field.ref({ focus: () => focusIn(index, `[data-field='${name}']`) });
  });
  const message = fieldState.error?.message;
  const fault = message ? findExhibitionFault(exhibitions) : undefined;

  return (
    <FieldGroup legend="Exhibitions" className={styles.setting}>
      <Button ref={addButton} icon="plus" onClick={add}>
        Add Exhibition
      </Button>
      <ol ref={list} className={styles.list}>
        {exhibitions.map((exhibition, index) => {
          const text = (name: keyof ExhibitionView, label: string) => (
            <TextField
              label={label}
              type={name === 'link' ? 'url' : 'text'}
              data-field={name}
              error={fault?.index === index && fault.field === name ? fault.message : undefined}
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
                <IconButton label={`Remove ${name}`} icon="trash" onClick={() => remove(index)} />
              </span>
            </li>
          );
        })}
      </ol>
      {message && !fault && <InlineFailure>{message}</InlineFailure>}
    </FieldGroup>
  );
}

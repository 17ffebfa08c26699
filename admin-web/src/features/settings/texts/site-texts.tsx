import {
  publicSettingsQuery,
  publicTextsQuery,
  saveSettings,
  websiteSettingsQuery,
  type Versioned,
} from '@portfolio/api-client';
import { readExhibitions, settingFaults, SETTINGS, type WebsiteSettingsView } from '@portfolio/contracts';
import { Button, Icon, InlineFailure } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { showFailure, submitByKeys, useDraft } from '../../../app/forms/contract-form.ts';
import { formatCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { Section } from '../section.tsx';
import styles from './site-texts.module.css';
import { TEXT_GROUPS, TEXT_NAMES, type TextName, type Texts } from './text-groups.ts';
import { SettingField } from './setting-field.tsx';

const LABELS = Object.fromEntries(TEXT_NAMES.map((name) => [name, SETTINGS[name].label])) as Texts;

/** Values with line ends as in a text field. */
const textsOf = ({ settings }: WebsiteSettingsView) =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, settings[name].value.replaceAll('\r\n', '\n')])) as Texts;

/** Validates as the server does, except choices: the server may support more languages than this browser. */
const resolver: Resolver<Texts> = (texts) => {
  const { language: _language, time_zone: _timeZone, ...typed } = texts;
  const errors = Object.entries(settingFaults(typed)).map(([name, message]) => [name, { type: 'fault', message }]);
  return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values: texts, errors: {} };
};

/** Form of all site texts; saves the changed ones. */
export function useSiteTextsForm(website: Versioned<WebsiteSettingsView>) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const base = useRef({ ...website, value: textsOf(website.value) });
  const form = useForm<Texts>({ resolver, defaultValues: textsOf(website.value) });
  useDraft(form, 'site-texts', undefined, base);
  const { dirtyFields } = form.formState;
  const changed = TEXT_NAMES.filter((name) => dirtyFields[name]);

  const conflict = useSaveConflict({
    form,
    baseRef: base,
    toFormValues: textsOf,
    labels: LABELS,
    renderValue: {
      exhibitions: (value) =>
        readExhibitions(value)
          .map(({ title }) => title)
          .join(', '),
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    mutationFn: (changes: Partial<Texts>) =>
      conflict.save(changes, (texts, { etag }) => saveSettings(api, texts, etag)),
    onSuccess: (saved, sent) => {
      toast.success('Settings updated successfully!');
      const texts = textsOf(saved.value);
      base.current = { ...saved, value: texts };
      for (const [name, text] of Object.entries(sent) as [TextName, string][]) {
        const typed = form.getValues(name);
        form.resetField(name, { defaultValue: texts[name] });
        if (typed !== text) form.setValue(name, typed, { shouldDirty: true });
      }
      queryClient.setQueryData(websiteSettingsQuery(api).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: publicSettingsQuery(api).queryKey });
      void queryClient.invalidateQueries({ queryKey: publicTextsQuery(api).queryKey });
    },
    onError: (error) => {
      if (!conflict.handleConflict(error)) showFailure(form, error, { otherwise: 'Failed to update settings' });
    },
  });

  const submit = form.handleSubmit((texts) => {
    // Ctrl+S reaches a form whose button is busy.
    if (changed.length > 0 && !save.isPending)
      save.mutate(Object.fromEntries(changed.map((name) => [name, texts[name]])));
  });

  return { form, changed, isSaving: save.isPending, submit, conflictDialog: conflict.dialog };
}

export interface SiteTextsProps {
  texts: ReturnType<typeof useSiteTextsForm>;
  /** Preview, shown with the texts of the home page. */
  children: ReactNode;
}

/** Form of the site texts, grouped by page. */
export function SiteTexts({ texts: { form, changed, isSaving, submit, conflictDialog }, children }: SiteTextsProps) {
  const { paths } = useAdmin();
  return (
    <>
      <form noValidate onKeyDown={submitByKeys} onSubmit={submit}>
        <Section id="texts" title="Site Texts" about="Texts of the public pages. Empty texts are left out.">
          {TEXT_GROUPS.map(({ id, title, page, entries }) => (
            <Section
              key={id}
              id={id}
              title={title}
              level={3}
              about={
                <a className={styles.page} href={paths.publicSite + page.path} target="_blank" rel="noopener">
                  See the {page.label} <Icon name="external" size={14} />
                </a>
              }
            >
              {entries.map((entry) => (
                <SettingField key={entry.name} form={form} {...entry} />
              ))}
              {id === 'texts-home' && children}
            </Section>
          ))}
          <div className={changed.length > 0 ? `${styles.foot} ${styles.changed}` : styles.foot}>
            {form.formState.errors.root?.server && (
              <InlineFailure>{form.formState.errors.root.server.message}</InlineFailure>
            )}
            <p role="status" className={styles.count}>
              {changed.length > 0 && formatCount(changed.length, 'text changed', 'texts changed')}
            </p>
            <Button
              type="submit"
              variant="primary"
              disabled={changed.length === 0}
              busy={isSaving}
              busyLabel="Saving..."
              aria-keyshortcuts="Control+S Meta+S"
            >
              Save Texts
            </Button>
          </div>
        </Section>
      </form>
      {conflictDialog}
    </>
  );
}

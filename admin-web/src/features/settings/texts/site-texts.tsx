import {
  dashboardQuery,
  publicSettingsQuery,
  publicTextsQuery,
  saveSettings,
  websiteSettingsQuery,
  type Versioned,
} from '@portfolio/api-client';
import { readExhibitions, validateSettings, SETTINGS, type WebsiteSettingsView } from '@portfolio/contracts';
import { Button, Icon, InlineFailure } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { showFailure, submitByKeys, useDraft } from '../../../app/forms/contract-form.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import { formatCount } from '../../../app/format-number.ts';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { PhotoTitle } from '../../../app/photo-choice/photo-choice.tsx';
import { Section } from '../section.tsx';
import { SitePreview, type SitePreviewProps } from '../site-preview.tsx';
import styles from './site-texts.module.css';
import { TEXT_GROUPS, type TextName, type TextPage, type Texts } from './text-groups.ts';
import { SettingField } from './setting-field.tsx';

/** Validates as the server does, except language and time zone: the server may know more of them. */
const resolver: Resolver<Texts> = (texts) => {
  const { language: _language, time_zone: _timeZone, ...values } = texts;
  const errors = Object.entries(validateSettings(values)).map(([name, message]) => [name, { type: 'fault', message }]);
  return errors.length > 0 ? { values: {}, errors: Object.fromEntries(errors) } : { values: texts, errors: {} };
};

interface SiteTextsProps {
  settingsPage: TextPage;
  website: Versioned<WebsiteSettingsView>;
}

/** Form of the texts of a settings page, grouped by public page; saves the changed ones. */
export function SiteTexts({ settingsPage, website }: SiteTextsProps) {
  const { api, paths } = useAdmin();
  const queryClient = useQueryClient();
  const groups = TEXT_GROUPS.filter((group) => group.settingsPage === settingsPage);
  const names = groups.flatMap(({ entries }) => entries.map(({ name }) => name));
  const mapNames = (read: (name: TextName) => string) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Texts;
  // With LF line ends, as in a text area.
  const toFormValues = ({ settings }: WebsiteSettingsView) =>
    mapNames((name) => settings[name].value.replaceAll('\r\n', '\n'));
  const base = useRef({ ...website, value: toFormValues(website.value) });
  const form = useForm<Texts>({ resolver, defaultValues: toFormValues(website.value) });
  useDraft(form, `settings-${settingsPage}`, undefined, base);
  const { dirtyFields } = form.formState;
  const changed = names.filter((name) => dirtyFields[name]);
  useUnsavedChanges(changed.length > 0);

  const { etag } = website;
  const lastEtag = useRef(etag);
  // A refetch may bring texts saved elsewhere. With unsaved changes, the next save merges them.
  useEffect(() => {
    if (lastEtag.current === etag) return;
    lastEtag.current = etag;
    if (changed.length > 0) return;
    base.current = { ...website, value: toFormValues(website.value) };
    form.reset(base.current.value);
  });

  const conflict = useSaveConflict({
    form,
    baseRef: base,
    toFormValues,
    labels: mapNames((name) => SETTINGS[name].label),
    renderValue: {
      about_portrait: (id) => id && <PhotoTitle id={Number(id)} />,
      exhibitions: (value) =>
        readExhibitions(value)
          .map(({ year, title, place, link }) => [year, title, place, link].filter(Boolean).join(', '))
          .join('; '),
    },
    submit: () => void submit(),
  });
  const save = useMutation({
    mutationFn: (changes: Partial<Texts>) =>
      conflict.save(changes, (texts, { etag }) => saveSettings(api, texts, etag)),
    onSuccess: async (saved) => {
      toast.success('Settings updated successfully!');
      conflict.keepLaterInput(saved);
      const { queryKey } = websiteSettingsQuery(api);
      // A fetch under way may be older than this response.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, saved);
      for (const query of [publicSettingsQuery(api), publicTextsQuery(api), dashboardQuery(api)])
        void queryClient.invalidateQueries({ queryKey: query.queryKey });
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

  const { settings } = website.value;
  return (
    <>
      <form noValidate onKeyDown={submitByKeys} onSubmit={submit}>
        {groups.map(({ id, title, publicPage, entries }, index) => (
          <Section
            key={id}
            id={id}
            title={title}
            about={
              <>
                {index === 0 && 'Empty texts are left out, or their default is shown. '}
                <a className={styles.page} href={paths.publicSite + publicPage.path} target="_blank" rel="noopener">
                  See the {publicPage.label} <Icon name="external" size={14} />
                </a>
              </>
            }
          >
            {entries.map((entry) => (
              <SettingField key={entry.name} form={form} artistName={settings.artist_name.value} {...entry} />
            ))}
            {id === 'texts-home' && <TypedPreview form={form} settings={settings} />}
          </Section>
        ))}
        <div className={changed.length > 0 ? `${styles.foot} ${styles.changed}` : styles.foot}>
          {form.formState.errors.root?.server && (
            <InlineFailure>{form.formState.errors.root.server.message}</InlineFailure>
          )}
          <p role="status" className={styles.count}>
            {changed.length > 0 && formatCount(changed.length, 'unsaved change', 'unsaved changes')}
          </p>
          <Button
            type="submit"
            variant="primary"
            disabled={changed.length === 0}
            busy={save.isPending}
            busyLabel="Saving..."
            aria-keyshortcuts="Control+S Meta+S"
          >
            Save Changes
          </Button>
        </div>
      </form>
      {conflict.dialog}
    </>
  );
}

/** Preview of the home page with the typed texts. */
function TypedPreview({ form, settings }: { form: UseFormReturn<Texts> } & Pick<SitePreviewProps, 'settings'>) {
  return <SitePreview settings={settings} texts={useWatch({ control: form.control })} />;
}

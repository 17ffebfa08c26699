import { Button, Icon, InlineFailure } from '@portfolio/ui';
import type { ReactNode } from 'react';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { submitByKeys } from '../../../app/forms/contract-form.ts';
import { formatCount } from '../../../app/format-number.ts';
import { Section } from '../section.tsx';
import styles from './site-texts.module.css';
import { TEXT_GROUPS } from './text-groups.ts';
import { SiteSetting } from './text-setting.tsx';
import type { useSiteTextsForm } from './use-site-texts-form.ts';

export interface SiteTextsProps {
  texts: ReturnType<typeof useSiteTextsForm>;
  /** Preview, shown with the texts of the home page. */
  children: ReactNode;
}

/** Form of the site texts, grouped by page. */
export function SiteTexts({ texts: { form, changed, isSaving, submit, question }, children }: SiteTextsProps) {
  const { paths } = useAdmin();
  return (
    <>
      <form noValidate onKeyDown={submitByKeys} onSubmit={submit}>
        <Section id="texts" title="Site Texts" about="What the public pages say. A text that is empty is left out.">
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
                <SiteSetting key={entry.name} form={form} {...entry} />
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
      {question}
    </>
  );
}

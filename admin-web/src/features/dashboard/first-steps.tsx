import { dashboardQuery, failureMessage, saveSettings, websiteSettingsQuery } from '@portfolio/api-client';
import { FIRST_ACCOUNT_NAME, type FirstStepsView, type SaveSettings } from '@portfolio/contracts';
import { Button, Icon } from '@portfolio/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { passFocus } from '../../app/components/pass-focus.ts';
import { useOptimisticMutation } from '../../app/data/use-optimistic-mutation.ts';
import { useAdmin } from '../../app/layout/admin-context.ts';
import styles from './first-steps.module.css';

export const hasStepsLeft = ({ dismissed: _, ...steps }: FirstStepsView) => Object.values(steps).includes(false);

/** Guide for a new site: each step with its state. */
export function FirstSteps({ steps, onSave }: { steps: FirstStepsView; onSave: (change: Change) => void }) {
  const { paths } = useAdmin();
  const all: { name: keyof FirstStepsView; label: string; to: string; why: string }[] = [
    {
      name: 'profile',
      label: 'Fill in your profile',
      to: `${paths.settings}#profile`,
      why: `Your name in place of “${FIRST_ACCOUNT_NAME}”, and the email address that you sign in with.`,
    },
    {
      name: 'texts',
      label: 'Write the texts and the imprint',
      to: paths.siteTexts,
      why: 'Site title and story; the imprint under Privacy. Pages omit empty texts.',
    },
    {
      name: 'photos',
      label: 'Upload your first photos',
      to: paths.newPhoto,
      why: 'One, or a whole folder at once. They are prepared for the web by themselves.',
    },
    {
      name: 'gallery',
      label: 'Make your first gallery',
      to: paths.newGallery,
      why: 'Choose photos for it and put them in the order that you want.',
    },
    {
      name: 'look',
      label: 'Choose the look',
      to: `${paths.settings}#background`,
      why: 'A background image, a light or a dark site.',
    },
  ];
  const done = all.filter(({ name }) => steps[name]).length;
  return (
    <section className={styles.guide} aria-labelledby="first-steps">
      <header className={styles.header}>
        <div>
          <h2 id="first-steps" className={styles.title}>
            First steps
          </h2>
          <p className={styles.why}>
            {done} of {all.length} done
          </p>
        </div>
        <Button
          ref={passFocus}
          variant="quiet"
          icon="close"
          onClick={() => onSave({ settings: { first_steps_dismissed: 'true' }, steps: { dismissed: true } })}
        >
          Dismiss <span className="visually-hidden">the first steps</span>
        </Button>
      </header>
      <ol className={styles.steps}>
        {all.map(({ name, label, to, why }) => (
          <li key={name} className={styles.step} data-done={steps[name]}>
            {steps[name] && (
              <span className={styles.check}>
                <Icon name="check" />
              </span>
            )}
            <Link to={to} className={styles.link}>
              {label}
            </Link>
            {steps[name] && <span className={styles.done}>Done</span>}
            {!steps[name] && <p className={styles.why}>{why}</p>}
            {name === 'look' && !steps.look && (
              // An open step means no saved look: the theme is the default, light. Saving it completes the step.
              <Button
                ref={passFocus}
                onClick={() => onSave({ settings: { dark_theme: 'false' }, steps: { look: true } })}
              >
                Keep the look as it is
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Setting to save, and the steps that it changes. */
interface Change {
  settings: SaveSettings['settings'];
  steps: Partial<FirstStepsView>;
}

/** @returns a function that saves settings and updates the shown steps, optimistically */
export function useSaveSteps() {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const { queryKey } = dashboardQuery(api);
  const show = (steps: Partial<FirstStepsView>) =>
    queryClient.setQueryData(queryKey, (now) => now && { ...now, firstSteps: { ...now.firstSteps, ...steps } });
  return useOptimisticMutation({
    mutationKey: ['save first steps'],
    mutationFn: ({ settings }: Change) => saveSettings(api, settings),
    queryKey,
    apply: ({ steps }) => {
      show(steps);
      return () => show(Object.fromEntries(Object.entries(steps).map(([name, is]) => [name, !is])));
    },
    failure: (error) => failureMessage(error, 'Failed to update settings'),
    onIdle: () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: websiteSettingsQuery(api).queryKey });
    },
  }).mutate;
}

import { currentUserQuery, dashboardQuery, saveProfile, versionedProfile, type Versioned } from '@portfolio/api-client';
import { ERRORS, SaveProfile, type UserResponse, type UserView } from '@portfolio/contracts';
import { Button, InlineFailure, PasswordField, TextField } from '@portfolio/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { useRef, type BaseSyntheticEvent } from 'react';
import { useWatch } from 'react-hook-form';
import toast from 'react-hot-toast';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import { useSaveConflict } from '../../../app/conflict/save-conflict.tsx';
import { field, showFailure, submitByKeys, useContractForm } from '../../../app/forms/contract-form.ts';
import { useUnsavedChanges } from '../../../app/forms/unsaved-changes.tsx';
import styles from './profile-form.module.css';
import { Section } from '../section.tsx';

const isRepeated = (typed: unknown, about?: ValidationArguments) =>
  typed === (about?.object as ProfileRequest | undefined)?.newPassword;

/** Request of the server, and the repeated new password. */
class ProfileRequest extends SaveProfile {
  @ValidateBy({
    name: 'isRepeated',
    validator: { validate: isRepeated, defaultMessage: () => 'Passwords do not match' },
  })
  confirmPassword!: string;
}

const toFormValues = ({ name, email }: UserView): ProfileRequest => ({
  name,
  email,
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
});

const isAnotherAddress = (email: string, before = '') => email.toLowerCase() !== before.toLowerCase();

/** Form of the administrator's name, email address and password. */
export function ProfileForm({ user }: { user: UserView }) {
  const { api, session } = useAdmin();
  const queryClient = useQueryClient();
  const base = useRef<Versioned<ProfileRequest>>({ value: toFormValues(user), etag: undefined });
  const form = useContractForm(ProfileRequest, toFormValues(user), 'profile', ['name', 'email'], base);
  const { errors, dirtyFields } = form.formState;
  // A browser may fill in the current password: on its own it is no change.
  const { currentPassword: _, ...changes } = dirtyFields;
  useUnsavedChanges(Object.values(changes).some(Boolean));

  const typedAddress = useWatch({ control: form.control, name: 'email' });

  const conflict = useSaveConflict({
    form,
    baseRef: base,
    // The response of the sign-in has no version.
    fetchCurrent: () => versionedProfile(api),
    toFormValues: ({ user: current }: UserResponse) => toFormValues(current),
    labels: { name: 'Full Name', email: 'Email Address' },
    submit: () => void submit(),
  });
  const save = useMutation({
    mutationFn: (typed: ProfileRequest) =>
      conflict.save(typed, ({ name, email, currentPassword, newPassword }, { value, etag }) =>
        saveProfile(
          api,
          {
            name,
            email,
            ...((newPassword || isAnotherAddress(email, value.email)) && { currentPassword }),
            ...(newPassword && { newPassword }),
          },
          etag,
        ),
      ),
    onSuccess: ({ value: { user: saved, token }, etag }, sent) => {
      base.current = { value: toFormValues(saved), etag };
      toast.success('Settings updated successfully!');
      const typed = Object.entries(form.getValues()) as [keyof ProfileRequest, string][];
      form.reset(toFormValues(saved));
      // Input since the save stays.
      for (const [name, text] of typed) if (text !== sent[name]) form.setValue(name, text, { shouldDirty: true });
      // The response is the saved user: no refetch.
      if (token) session.begin({ token, user: saved });
      else queryClient.setQueryData(currentUserQuery(api).queryKey, saved);
      // First steps depend on the profile.
      void queryClient.invalidateQueries({ queryKey: dashboardQuery(api).queryKey });
    },
    onError: (error) => {
      if (!conflict.handleConflict(error)) showFailure(form, error, { otherwise: 'Failed to update settings' });
    },
  });

  const send = (typed: ProfileRequest) => {
    const { message } = ERRORS['profile.password-required'];
    if (isAnotherAddress(typed.email, base.current.value.email) && !typed.currentPassword) {
      return form.setError('currentPassword', { message }, { shouldFocus: true });
    }
    // Ctrl+S reaches a form whose button is busy.
    if (!save.isPending) save.mutate(typed);
  };
  const submit = (event?: BaseSyntheticEvent) => form.handleSubmit(send)(event);

  return (
    <>
      <form noValidate onKeyDown={submitByKeys} onSubmit={submit}>
        <Section id="profile" title="Profile Information">
          <div className={styles.pair}>
            <TextField label="Full Name" autoComplete="name" required {...field(form, 'name')} />
            <TextField
              label="Email Address"
              type="email"
              autoComplete="username"
              required
              hint={
                !errors.email && isAnotherAddress(typedAddress, form.formState.defaultValues?.email)
                  ? 'Enter your current password below to change it'
                  : undefined
              }
              {...field(form, 'email')}
            />
          </div>
        </Section>
        <Section id="password" title="Change Password" about="Leave password fields empty to keep current password">
          <div className={styles.pair}>
            <PasswordField
              label="Current Password"
              autoComplete="current-password"
              {...field(form, 'currentPassword')}
            />
            <PasswordField
              label="New Password"
              autoComplete="new-password"
              {...field(form, 'newPassword', { deps: ['currentPassword', 'confirmPassword'] })}
            />
            <PasswordField
              label="Confirm New Password"
              autoComplete="new-password"
              {...field(form, 'confirmPassword')}
            />
          </div>
          {errors.root?.server && <InlineFailure>{errors.root.server.message}</InlineFailure>}
          <div className={styles.foot}>
            <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
              Save Changes
            </Button>
          </div>
        </Section>
      </form>
      {conflict.dialog}
    </>
  );
}

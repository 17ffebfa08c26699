import { createPreview, failureMessage, previewsQuery, revokePreview } from '@portfolio/api-client';
import { LIMITS, type CreatePreview, type NewPreviewResponse, type PreviewView } from '@portfolio/contracts';
import { Badge, Button, SelectField, TextField } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import toast from 'react-hot-toast';
import { passFocus } from '../../../app/components/pass-focus.ts';
import { QuerySection } from '../../../app/components/query-section.tsx';
import { DateTime } from '../../../app/date-time.tsx';
import { FieldGroup } from '../../../app/forms/field-group.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './preview-links.module.css';

const DAYS = [1, 7, LIMITS.previewDays.default, 30, 90];

/** Links that show a gallery to people of the artist's choice. Changes take effect at once, without the form. */
export function PreviewLinks({ galleryId }: { galleryId: number }) {
  const { api, paths } = useAdmin();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  /** Whether the last submit lacked the name. */
  const [isRefused, setRefused] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const [days, setDays] = useState<number>(LIMITS.previewDays.default);
  /** Shown until it is revoked or replaced by the next: the data of the mutation is lost when the next one starts. */
  const [created, setCreated] = useState<NewPreviewResponse>();
  /** Element that had the focus when the new link was requested. */
  const origin = useRef<Element>(null);
  const options = previewsQuery(api, galleryId);
  const query = useQuery(options);
  const create = useMutation({
    mutationFn: (sent: CreatePreview) => createPreview(api, galleryId, sent),
    onSuccess: (response, sent) => {
      setCreated(response);
      setName((now) => (now === sent.name ? '' : now));
    },
    onError: (error) => void toast.error(failureMessage(error, 'Failed to create the link')),
    onSettled: () => queryClient.invalidateQueries(options),
  });
  const isNameless = name.trim() === '';
  const submit = () => {
    if (create.isPending) return;
    setRefused(isNameless);
    if (isNameless) return nameField.current?.focus();
    origin.current = document.activeElement;
    create.mutate({ name, days });
  };
  const link = created && new URL(created.link, new URL(paths.publicSite, location.href)).href;

  return (
    <FieldGroup legend="Preview links" className={styles.links}>
      <p className={styles.hint}>Whoever has such a link sees the gallery, whatever its visibility.</p>
      <TextField
        label="For whom"
        required
        ref={nameField}
        error={isRefused && isNameless ? 'Name is required' : undefined}
        maxLength={LIMITS.title}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          ignoreEnter(event);
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit();
        }}
      />
      <SelectField label="Valid for" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {DAYS.map((value) => (
          <option key={value} value={value}>
            {value === 1 ? '1 day' : `${value} days`}
          </option>
        ))}
      </SelectField>
      <Button busy={create.isPending} busyLabel="Creating..." onClick={submit}>
        Create Link
      </Button>
      {link && <NewLink key={link} link={link} origin={origin} />}
      <QuerySection query={query} contentName="preview links">
        {(previews) => (
          <ul className={styles.list} aria-label="Preview links">
            {previews.map((preview) => (
              <PreviewLink
                key={preview.id}
                galleryId={galleryId}
                preview={preview}
                onRevoked={() => setCreated((now) => (now?.preview.id === preview.id ? undefined : now))}
              />
            ))}
          </ul>
        )}
      </QuerySection>
    </FieldGroup>
  );
}

interface PreviewLinkProps {
  galleryId: number;
  preview: PreviewView;
  onRevoked: () => void;
}

function PreviewLink({ galleryId, preview, onRevoked }: PreviewLinkProps) {
  const { api } = useAdmin();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokePreview(api, galleryId, preview.id),
    onSuccess: () => {
      onRevoked();
      toast.success('Preview link revoked');
    },
    onError: (error) => void toast.error(failureMessage(error, 'Failed to revoke the link')),
    onSettled: () => queryClient.invalidateQueries(previewsQuery(api, galleryId)),
  });
  return (
    <li>
      <span>
        <bdi>{preview.name}</bdi>
        <Times preview={preview} />
      </span>
      <Button
        ref={passFocus}
        variant="quiet"
        aria-label={`Revoke link: ${preview.name}`}
        busy={revoke.isPending}
        busyLabel="Revoking..."
        onClick={() => revoke.mutate()}
      >
        Revoke
      </Button>
    </li>
  );
}

const hasPassed = (date: string) => new Date(date) <= new Date();

function Times({ preview }: { preview: PreviewView }) {
  return (
    <span className={styles.hint}>
      {hasPassed(preview.expires_at) ? (
        <Badge>Expired</Badge>
      ) : (
        <>
          Until <DateTime at={preview.expires_at} />
        </>
      )}
      {', '}
      {preview.last_used_at ? (
        <>
          last used <DateTime at={preview.last_used_at} />
        </>
      ) : (
        'not used yet'
      )}
    </span>
  );
}

/** Enter would save the gallery. */
const ignoreEnter = (event: KeyboardEvent) => event.key === 'Enter' && event.preventDefault();

interface NewLinkProps {
  link: string;
  /** Element from which the focus moves to the link. */
  origin: RefObject<Element | null>;
}

/** The link is shown once: the site stores a hash of it. */
function NewLink({ link, origin }: NewLinkProps) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // The origin may be the name field, with the next name.
    if (focused !== origin.current || (focused instanceof HTMLInputElement && focused.value !== '')) return;
    input.current?.focus();
    input.current?.select();
  }, [origin]);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      toast.success('Link copied to clipboard!');
    } catch {
      toast.error('The browser does not allow copying. The link is selected.');
    }
  };
  return (
    <>
      <TextField
        label="New link"
        hint="Copy it now: it is shown this once"
        readOnly
        value={link}
        ref={input}
        onKeyDown={ignoreEnter}
      />
      <Button onClick={() => void copy()}>Copy</Button>
    </>
  );
}

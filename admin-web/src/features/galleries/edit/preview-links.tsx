import { createPreview, failureMessage, previewsQuery, revokePreview } from '@portfolio/api-client';
import { LIMITS, type PreviewView } from '@portfolio/contracts';
import { Badge, Button, SelectField, TextField } from '@portfolio/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import toast from 'react-hot-toast';
import { QuerySection } from '../../../app/components/query-section.tsx';
import { DateTime } from '../../../app/date-time.tsx';
import { useAdmin } from '../../../app/layout/admin-context.ts';
import styles from './preview-links.module.css';

const DAYS = [1, 7, LIMITS.previewDays.default, 30, 90];

/** Links that show a gallery to people of the artist's choice. Changes take effect at once, without the form. */
export function PreviewLinks({ galleryId }: { galleryId: number }) {
  const { api, paths } = useAdmin();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [days, setDays] = useState<number>(LIMITS.previewDays.default);
  const list = useRef<HTMLDivElement>(null);
  const options = previewsQuery(api, galleryId);
  const query = useQuery(options);
  const onSettled = () => queryClient.invalidateQueries(options);
  const create = useMutation({
    mutationFn: () => createPreview(api, galleryId, { name, days }),
    onSuccess: () => setName(''),
    onError: (error) => void toast.error(failureMessage(error, 'Failed to create the link')),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: ({ id }: PreviewView) => revokePreview(api, galleryId, id),
    onSuccess: (_none, { id }) => {
      if (create.data?.preview.id === id) create.reset();
      toast.success('Preview link revoked');
    },
    onError: (error) => void toast.error(failureMessage(error, 'Failed to revoke the link')),
    onSettled: async (_none, error) => {
      await onSettled();
      const { activeElement: focused, body } = document;
      // The pressed button has left the list with its link.
      if (!error && (focused === body || list.current?.contains(focused))) list.current?.focus({ preventScroll: true });
    },
  });
  const submit = () => name.trim() !== '' && !create.isPending && create.mutate();
  const created = create.data && new URL(create.data.link, new URL(paths.publicSite, location.href)).href;

  return (
    <fieldset className={styles.links}>
      <legend className={styles.legend}>Preview links</legend>
      <p className={styles.hint}>Whoever has such a link sees the gallery, whatever its visibility.</p>
      <TextField
        label="For whom"
        maxLength={LIMITS.title}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          ignoreEnter(event);
          if (event.key === 'Enter') submit();
        }}
      />
      <SelectField label="Valid for" value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {DAYS.map((value) => (
          <option key={value} value={value}>
            {value === 1 ? '1 day' : `${value} days`}
          </option>
        ))}
      </SelectField>
      <Button disabled={name.trim() === ''} busy={create.isPending} busyLabel="Creating..." onClick={submit}>
        Create Link
      </Button>
      {created && <NewLink key={created} link={created} />}
      <QuerySection query={query} contentName="preview links" ref={list}>
        {(previews) => (
          <ul className={styles.list} aria-label="Preview links">
            {previews.map((preview) => (
              <li key={preview.id} className={styles.link}>
                <span>
                  <bdi>{preview.name}</bdi>
                  <Times preview={preview} />
                </span>
                <Button
                  variant="quiet"
                  aria-label={`Revoke link: ${preview.name}`}
                  busy={revoke.isPending && revoke.variables.id === preview.id}
                  busyLabel="Revoking..."
                  onClick={() => revoke.mutate(preview)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QuerySection>
    </fieldset>
  );
}

const hasPassed = (date: string) => new Date(date) <= new Date();

function Times({ preview }: { preview: PreviewView }) {
  const isExpired = hasPassed(preview.expires_at);
  return (
    <span className={styles.hint}>
      {isExpired ? (
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

/** The link is shown once: the site stores a hash of it. */
function NewLink({ link }: { link: string }) {
  const input = useRef<HTMLInputElement>(null);
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

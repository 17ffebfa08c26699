import { ApiError, photoQuery, postMessage } from '@portfolio/api-client';
import { TextArea, TextField } from '@portfolio/ui/field';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../app/api-context.ts';
import { PublicForm } from '../../app/forms/public-form.tsx';
import { usePublicForm } from '../../app/forms/use-public-form.ts';
import { idOf } from '../../app/id-of.ts';
import { useSearch } from '../../app/navigation/navigation.ts';
import { notify } from '../../app/toasts.tsx';
import { useShown } from '../../app/use-shown.ts';
import { AttachedPhoto } from './attached-photo.tsx';
import styles from './contact-page.module.css';
import { MESSAGE_FIELDS, SENT, whyNotSent } from './message-fields.ts';

/** Where a visitor writes to the artist, about the photo that the address names or in general. */
export function MessageForm() {
  const api = useApi();
  const id = idOf(useSearch().get('photo'));
  const shown = useShown((api) => photoQuery(api, id ?? 0), id !== undefined);
  const photo = id === undefined ? undefined : shown.data;
  const [goneId, setGoneId] = useState<number>();
  const isGone = photo === null || (id !== undefined && id === goneId);
  // A photo that cannot be shown right now goes with the message all the same.
  const attached = id !== undefined && !isGone ? { photo_id: id } : {};

  const form = usePublicForm({
    name: 'message',
    names: MESSAGE_FIELDS,
    limits: { message: 5000 },
    prefilled: photo ? { subject: `About “${photo.title}”` } : {},
    draft: String(id ?? ''),
    rules: () => import('./message-rules.ts'),
    send: (typed) =>
      postMessage(api, { ...typed, ...attached }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'photo.not-found') setGoneId(id);
        throw error;
      }),
    explain: whyNotSent,
    onSent: () => void notify(SENT),
  });
  // The link that removed the photo has gone with it.
  const before = useRef(id);
  const { ref } = form.attributes;
  useEffect(() => {
    if (before.current !== undefined && id === undefined) ref.current?.querySelector('input')?.focus();
    before.current = id;
  }, [id, ref]);

  return (
    <section aria-labelledby="write">
      <h2 id="write" className={styles.heading}>
        Write to me
      </h2>
      <PublicForm
        id="message-form"
        form={form}
        labelledBy="write"
        submit="Send Message"
        busyLabel="Sending..."
        done={SENT}
      >
        {photo && !isGone && <AttachedPhoto photo={photo} />}
        {isGone && (
          <p className={styles.gone}>The photo that you ask about is not there any more. You can write all the same.</p>
        )}
        {'photo_id' in attached && <input type="hidden" name="photo_id" value={attached.photo_id} />}
        <div className={styles.pair}>
          <TextField label="Name" required autoComplete="name" {...form.field('name')} />
          <TextField label="Email" type="email" required autoComplete="email" {...form.field('email')} />
        </div>
        <TextField label="Subject" required {...form.field('subject')} />
        <TextArea label="Message" required rows={6} {...form.field('message')} />
      </PublicForm>
    </section>
  );
}

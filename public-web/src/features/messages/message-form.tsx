import { ApiError, photoQuery } from '@portfolio/api-client';
import { TextArea, TextField } from '@portfolio/ui/field';
import { useEffect, useRef, useState } from 'react';
import { PublicForm } from '../../app/forms/public-form.tsx';
import { usePublicForm } from '../../app/forms/use-public-form.ts';
import { idOf } from '../../app/data/id-of.ts';
import { useSearch } from '../../app/router/navigation.ts';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { AttachedPhoto } from './attached-photo.tsx';
import styles from './contact-page.module.css';
import { NOT_SENT } from './not-sent.ts';

/** Where a visitor writes to the artist, about the photo that the address names or in general. */
export function MessageForm() {
  const id = idOf(useSearch().get('photo'));
  const shown = useVisibleQuery((api) => photoQuery(api, id ?? 0), id !== undefined);
  const photo = id === undefined ? undefined : shown.data;
  const [goneId, setGoneId] = useState<number>();
  const isGone = photo === null || (id !== undefined && id === goneId);
  // A photo that cannot be shown right now goes with the message all the same.
  const attached = id !== undefined && !isGone ? { photo_id: id } : {};

  const form = usePublicForm({
    name: 'message',
    about: attached,
    prefilled: photo ? { subject: `About “${photo.title}”` } : {},
    help: () => import('./message-form-controller.ts'),
    failure: NOT_SENT,
    said: "Message sent successfully! I'll get back to you soon.",
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'photo.not-found') setGoneId(id);
    },
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
      <h2 id="write" className={styles.heading} lang="en">
        Write to me
      </h2>
      <PublicForm id="message-form" form={form} labelledBy="write" submit="Send Message" busyLabel="Sending...">
        {photo && !isGone && <AttachedPhoto photo={photo} />}
        {isGone && (
          <p className={styles.gone} lang="en">
            The photo that you ask about is not there any more. You can write all the same.
          </p>
        )}
        {attached.photo_id !== undefined && <input type="hidden" name="photo_id" value={attached.photo_id} />}
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

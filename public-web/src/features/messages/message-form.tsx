import { ApiError, photoQuery } from '@portfolio/api-client';
import type { PhotoView } from '@portfolio/contracts';
import { TextArea, TextField } from '@portfolio/ui/field';
import { Picture } from '@portfolio/ui/picture';
import { useState } from 'react';
import { Price } from '../../app/components/format.tsx';
import text from '../../app/components/text.module.css';
import { useVisibleQuery } from '../../app/data/use-visible-query.ts';
import { PublicForm } from '../../app/forms/public-form.tsx';
import { usePublicForm } from '../../app/forms/use-public-form.ts';
import { parseId, useSearch } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import styles from './contact-page.module.css';
import { NOT_SENT } from './not-sent.ts';

/** Code points of a title in the subject, whose limit is 255 characters. */
const SUBJECT_TITLE = 240;

/** Message to the artist, about the photo in the address if there is one. */
export function MessageForm() {
  const id = parseId(useSearch().get('photo'));
  const query = useVisibleQuery((api) => photoQuery(api, id ?? 0), id !== undefined);
  const photo = id === undefined ? undefined : query.data;
  const [goneId, setGoneId] = useState<number>();
  const isGone = photo === null || (id !== undefined && id === goneId);
  // Also while the photo is unavailable.
  const attached = id !== undefined && !isGone ? { photo_id: id } : {};

  const form = usePublicForm({
    name: 'message',
    context: attached,
    prefilled: photo ? { subject: `About “${shorten(photo.title)}”` } : {},
    load: () => import('./message-form-definition.ts'),
    failure: NOT_SENT,
    success: "Message sent successfully! I'll get back to you soon.",
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === 'photo.not-found') setGoneId(id);
    },
  });

  return (
    <section aria-labelledby="write">
      <h2 id="write" className={styles.heading} lang="en">
        Write to me
      </h2>
      <PublicForm form={form} labelledBy="write" submit="Send Message" busyLabel="Sending...">
        {photo && !isGone && <AttachedPhoto photo={photo} />}
        {isGone && (
          <p className={styles.gone} lang="en">
            The photo that you ask about no longer exists. You can still send a message.
          </p>
        )}
        {attached.photo_id !== undefined && <input type="hidden" name="photo_id" value={attached.photo_id} />}
        <div className={text.pair}>
          <TextField label="Name" required autoComplete="name" {...form.field('name')} />
          <TextField label="Email" type="email" required autoComplete="email" {...form.field('email')} />
        </div>
        <TextField label="Subject" required {...form.field('subject')} />
        <TextArea label="Message" required rows={6} {...form.field('message')} />
      </PublicForm>
    </section>
  );
}

function shorten(title: string): string {
  const points = [...title];
  return points.length > SUBJECT_TITLE ? `${points.slice(0, SUBJECT_TITLE).join('')}…` : title;
}

/** Preview of the photo that the message is about. */
function AttachedPhoto({ photo }: { photo: PhotoView }) {
  return (
    <div className={styles.attached}>
      <div className={styles.picture}>
        <Picture picture={{ ...photo, title: '' }} sizes="6rem" loading="eager" />
      </div>
      <p>
        <span className={styles.about} lang="en">
          About this photo
        </span>
        <PageLink to={`/photo/${photo.id}`} dir="auto">
          {photo.title}
        </PageLink>
        {photo.is_for_sale && photo.selling_price !== null && (
          <span className={styles.price}>
            <Price price={photo.selling_price} />
          </span>
        )}
      </p>
      <PageLink to="/contact" className={styles.remove} lang="en">
        Remove<span className="visually-hidden"> the photo from the message</span>
      </PageLink>
    </div>
  );
}
